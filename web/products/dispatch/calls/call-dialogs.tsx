import * as v from "valibot";
import type { Call } from "#data/calls/queries.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { callTexts as texts } from "./call-texts.ts";
import type { CallActions } from "./use-call-actions.ts";

type DialogProps = { call: Call; actions: CallActions; onClose: () => void };

const TEXT_MAX = 2000;
const textSchema = (missing: string) =>
  v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.maxLength(TEXT_MAX)) });

/** Keeps the dialog with what was typed when nothing was recorded; the action says why. */
function expectDone(isDone: boolean): void {
  if (!isDone) throw new SubmitError("");
}

export function NoteOnCall({ call, actions, onClose }: DialogProps) {
  return (
    <FormDialog
      title={`${texts.note.add}, ${call.number}`}
      description={call.place}
      initial={{ text: "" }}
      schema={textSchema(texts.note.add)}
      submit={texts.note.save}
      onSubmit={async ({ text }) => expectDone(await actions.note(call, text))}
      failed={() => undefined}
      onClose={onClose}
    >
      {(form) => <TextArea label={texts.note.text} required maxLength={TEXT_MAX} {...form.field("text")} />}
    </FormDialog>
  );
}

type CloseProps = DialogProps & { results: readonly string[] };

export function CloseCall({ call, results, actions, onClose }: CloseProps) {
  return (
    <FormDialog
      title={texts.close.title(call.number)}
      description={texts.close.about}
      initial={{ result: results[0] ?? "" }}
      schema={v.object({ result: v.string() })}
      submit={texts.close.open}
      onSubmit={async ({ result }) => expectDone(await actions.close(call, result))}
      failed={() => undefined}
      onClose={onClose}
    >
      {(form) => (
        <SelectField
          label={texts.close.result}
          options={results.map((value) => ({ value, label: value }))}
          {...form.field("result")}
        />
      )}
    </FormDialog>
  );
}

export function ReopenCall({ call, actions, onClose }: DialogProps) {
  return (
    <FormDialog
      title={texts.reopen.title(call.number)}
      description={texts.reopen.about}
      initial={{ text: "" }}
      schema={textSchema(texts.reopen.reasonMissing)}
      submit={texts.reopen.open}
      onSubmit={async ({ text }) => expectDone(await actions.reopen(call, text))}
      failed={() => undefined}
      onClose={onClose}
    >
      {(form) => <TextArea label={texts.reopen.reason} required maxLength={TEXT_MAX} {...form.field("text")} />}
    </FormDialog>
  );
}
