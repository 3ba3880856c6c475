import { useRef } from "react";
import type { InferInput } from "valibot";
import { isDuplicate } from "#data/data-error.ts";
import { useAddPermit } from "#data/permits/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { type FormState } from "#shared/form/use-form.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { permitTexts } from "./permit-texts.ts";
import { permitSchema } from "./rules/permit-schema.ts";
import { PlateField } from "../shell/plate-field.tsx";

const texts = permitTexts.add;

const useAdd = defineAction({
  mutation: useAddPermit,
  done: () => texts.done,
  failed: (error) =>
    isDuplicate(error) ? { text: texts.storedAsBefore, at: "form" } : { text: texts.failed, at: "both" },
});

type Typed = InferInput<typeof permitSchema>;
const today = () => toDateValue(new Date());

/** The longest texts, as the table checks them. */
const MAX = { plate: 50, holder: 200, note: 2000, attendant_note: 500 } as const;

/**
 * A dialog whose form adds a permit to a site. The same form sent again adds the same permit. A permit that was changed after a lost answer
 * does not count as added: the first version does.
 */
export function AddPermitDialog(props: { project: string; userId: string; onClose: () => void }) {
  const { project, userId, onClose } = props;
  const id = useRef(randomKey());
  const add = useAdd();
  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      submit={texts.button}
      onClose={onClose}
      initial={{ plate: "", holder: "", note: "", attendant_note: "", valid_from: today(), valid_until: "" }}
      schema={permitSchema}
      required={{ fields: ["plate", "valid_from"], text: texts.missing }}
      onSubmit={(typed) => add.submit({ id: id.current, project_id: project, created_by: userId, ...typed })}
      failed={(error) => {
        if (isDuplicate(error)) id.current = randomKey();
        return add.failed(error);
      }}
    >
      {({ field }) => <PermitFields field={field} />}
    </FormDialog>
  );
}

function PermitFields({ field }: Pick<FormState<Typed>, "field">) {
  return (
    <>
      <PlateField label={texts.plate} maxLength={MAX.plate} {...field("plate")} />
      <DateField label={texts.from} required {...field("valid_from")} />
      <DateField label={texts.to} clearable hint={texts.toHint} optional {...field("valid_until")} />
      <TextField
        label={texts.holder}
        hint={texts.holderHint}
        optional
        maxLength={MAX.holder}
        autoComplete="off"
        {...field("holder")}
      />
      <TextField
        label={texts.attendantNote}
        hint={texts.attendantNoteHint}
        optional
        maxLength={MAX.attendant_note}
        {...field("attendant_note")}
      />
      <TextArea label={texts.note} hint={texts.noteHint} optional maxLength={MAX.note} {...field("note")} />
    </>
  );
}
