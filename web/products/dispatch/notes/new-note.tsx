import { useState } from "react";
import * as v from "valibot";
import { useKeepNote } from "#data/operator_notes/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { sendByKeys } from "../parts/send-by-keys.ts";
import { useOpenCalls } from "../calls/use-open-calls.ts";
import { refusedPress } from "../parts/refused-press.ts";
import { useRoster } from "../parts/use-units.ts";
import { noteTexts as texts } from "./note-texts.ts";

const TEXT_MAX = 2000;

const schema = v.object({
  text: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.textMissing), v.maxLength(TEXT_MAX)),
  about: v.string(),
});

const useKeep = defineAction({
  mutation: useKeepNote,
  done: ({ outcome }) => (outcome === "kept" ? texts.saved : undefined),
  failed: (error) => refusedPress(error, texts.notSaved, texts.saveFailed),
});

/** A note for the next shift, of a unit, of an open call or of neither (document 5 §3). */
export function NewNote({ onClose }: { onClose: () => void }) {
  const action = useKeep();
  const units = useRoster();
  const calls = useOpenCalls();
  // The note's id stays while its answer is unknown, so that it is kept once.
  const [id] = useState(randomKey);
  return (
    <FormDialog
      title={texts.add}
      description={texts.addAbout}
      initial={{ text: "", about: "" }}
      schema={schema}
      submit={texts.save}
      onSubmit={async ({ text, about }) => {
        const [kind, of = null] = about.split(" ");
        const note = { id, text, unit_id: kind === "unit" ? of : null, call_id: kind === "call" ? of : null };
        if ((await action.submit(note)).outcome === "gone") throw new SubmitError(texts.aboutGone);
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextArea label={texts.text} required maxLength={TEXT_MAX} onKeyDown={sendByKeys} {...form.field("text")} />
          <SelectField
            label={texts.about}
            options={[
              { value: "", label: texts.nothing },
              ...(calls.data ?? []).map((call) => ({
                value: `call ${call.id}`,
                label: texts.aboutCall(call.number, call.place),
              })),
              ...(units.data ?? []).map((unit) => ({
                value: `unit ${unit.id}`,
                label: texts.aboutUnit(unit.unit_number),
              })),
            ]}
            {...form.field("about")}
          />
        </>
      )}
    </FormDialog>
  );
}
