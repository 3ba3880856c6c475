import * as v from "valibot";
import { plateKey } from "#contract/plate.ts";
import { usePersonExtract } from "#data/erasure/calls.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { erasureTexts } from "./erasure-texts.ts";

const texts = erasureTexts.extract;

const useExtract = defineAction({
  mutation: usePersonExtract,
  done: () => texts.done,
  failed: () => ({ text: texts.failed, at: "both" }),
});

const text = v.pipe(v.string(), v.trim());
const schema = v.object({
  plate: v.pipe(
    text,
    v.check((plate) => plateKey(plate) !== "", texts.missing),
  ),
  askedBy: text,
  verified: text,
});

/** The longest texts, as the database takes them. */
const MAX = { plate: 50, askedBy: 200, verified: 500 } as const;

/** Asks whom an extract is for and how that was verified, and saves all that is kept about the plate as a file. */
export function ExtractDialog(props: { project: string; userId: string; onClose: () => void }) {
  const { project, userId, onClose } = props;
  const extract = useExtract();
  const form = useForm({
    initial: { plate: "", askedBy: "", verified: "" },
    schema,
    required: { fields: ["plate", "askedBy", "verified"], text: texts.missing },
    onSubmit: async (typed) => {
      const { outcome: _, ...kept } = await extract.submit({ project, actingAs: userId, ...typed });
      const file = new Blob([JSON.stringify(kept, null, 2)], { type: "application/json" });
      saveFile(file, texts.fileName(plateKey(typed.plate), toDateValue(new Date())));
      onClose();
    },
    failed: extract.failed,
  });
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.text}>
      <Form
        form={form}
        actions={
          <>
            <SubmitButton form={form}>{texts.save}</SubmitButton>
            <Button onClick={onClose}>{texts.cancel}</Button>
          </>
        }
      >
        <TextField
          label={texts.plate}
          required
          maxLength={MAX.plate}
          autoComplete="off"
          autoCapitalize="characters"
          className="[&_input]:uppercase"
          spellCheck={false}
          {...form.field("plate")}
        />
        <TextField
          label={texts.askedBy}
          required
          maxLength={MAX.askedBy}
          autoComplete="off"
          {...form.field("askedBy")}
        />
        <TextArea
          label={texts.verified}
          hint={texts.verifiedHint}
          required
          maxLength={MAX.verified}
          {...form.field("verified")}
        />
      </Form>
    </Dialog>
  );
}
