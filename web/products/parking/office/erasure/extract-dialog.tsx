import * as v from "valibot";
import { plateKey } from "#contract/plate.ts";
import { usePersonExtract } from "#data/erasure/calls.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { toDateValue } from "#shared/format/dates.ts";
import { saveFile } from "#shared/format/save-file.ts";
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

/** The longest texts that the database accepts. */
const MAX = { plate: 50, askedBy: 200, verified: 500 } as const;

/** A dialog that asks for whom an extract is and how that was verified, and saves all data about the plate as a file. */
export function ExtractDialog(props: { project: string; onClose: () => void }) {
  const { project, onClose } = props;
  const extract = useExtract();

  async function save(typed: v.InferOutput<typeof schema>) {
    const { outcome: _, ...kept } = await extract.submit({ project, ...typed });
    const file = new Blob([JSON.stringify(kept, null, 2)], { type: "application/json" });
    saveFile(file, texts.fileName(plateKey(typed.plate), toDateValue(new Date())));
  }

  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      submit={texts.save}
      onClose={onClose}
      initial={{ plate: "", askedBy: "", verified: "" }}
      schema={schema}
      required={{ fields: ["plate", "askedBy", "verified"], text: texts.missing }}
      onSubmit={save}
      failed={extract.failed}
    >
      {({ field }) => (
        <>
          <TextField
            label={texts.plate}
            required
            maxLength={MAX.plate}
            autoComplete="off"
            autoCapitalize="characters"
            className="[&_input]:uppercase"
            spellCheck={false}
            {...field("plate")}
          />
          <TextField label={texts.askedBy} required maxLength={MAX.askedBy} autoComplete="off" {...field("askedBy")} />
          <TextArea
            label={texts.verified}
            hint={texts.verifiedHint}
            required
            maxLength={MAX.verified}
            {...field("verified")}
          />
        </>
      )}
    </FormDialog>
  );
}
