import { useState } from "react";
import * as v from "valibot";
import { type CallFields, type Step, useChangeCall } from "#data/calls/mutations.ts";
import type { Call, SentUnit } from "#data/calls/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { sendByKeys } from "../parts/send-by-keys.ts";
import { changesOf, typedCall } from "../rules/call-changes.ts";
import { momentOfStep } from "../rules/step-time.ts";
import { CallInputs, callSchema } from "./call-inputs.tsx";
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
      {(form) => (
        <TextArea
          label={texts.note.text}
          required
          maxLength={TEXT_MAX}
          onKeyDown={sendByKeys}
          {...form.field("text")}
        />
      )}
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
      {(form) => (
        <TextArea
          label={texts.reopen.reason}
          required
          maxLength={TEXT_MAX}
          onKeyDown={sendByKeys}
          {...form.field("text")}
        />
      )}
    </FormDialog>
  );
}

const { change } = texts;

const useChange = defineAction({
  mutation: () => useChangeCall() as { mutateAsync: (input: Changing) => ReturnType<Mutate> },
  done: (answer, { number }) => (answer.outcome === "changed" ? undefined : change.saved(number)),
  failed: () => ({ text: change.failed, at: "both" }),
});

type Mutate = ReturnType<typeof useChangeCall>["mutateAsync"];
type Changing = Parameters<Mutate>[0] & { number: string };

/** The fields that are not as they were shown, in words. */
const wordsOf = (fields: Partial<CallFields>, shown: CallFields) =>
  Object.entries(fields)
    .filter(([field, value]) => value !== shown[field as keyof CallFields])
    .map(([field, value]) => change.isNow(texts.fields[field as keyof CallFields], String(value)))
    .join(", ");

/** Changes what is said of a call. Only touched fields are sent, so that two people who change different fields both succeed. */
export function ChangeCall({ call, caller, onClose }: Omit<DialogProps, "actions"> & { caller: string }) {
  const action = useChange();
  // The values that the form is based on: those of somebody else are told before they are overwritten.
  const [shown, setShown] = useState<CallFields>({ ...call, caller });
  return (
    <FormDialog
      title={change.title(call.number)}
      description={change.about}
      initial={typedCall({ ...call, caller })}
      schema={callSchema}
      submit={change.save}
      width="normal"
      onSubmit={async (typed) => {
        const { expected, changes } = changesOf(shown, typed);
        if (Object.keys(changes).length === 0) return;
        const about = { callId: call.id, number: call.number, eventId: randomKey() };
        const answer = await action.submit({ ...about, expected, changes });
        if (answer.outcome !== "changed") return;
        if (typeof answer.now === "string") throw new SubmitError(texts.changed(texts.statuses[answer.now]));
        setShown({ ...shown, ...answer.now });
        throw new SubmitError(change.meanwhile(answer.by, wordsOf(answer.now, shown)));
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {(form) => <CallInputs form={form} />}
    </FormDialog>
  );
}

type StepTimeProps = DialogProps & {
  unit: SentUnit & { unit_id: string };
  /** The steps that the unit has not taken. */
  steps: readonly Step[];
};

const momentIn = (typed: string) => momentOfStep(typed, Date.now())?.toISOString() ?? "";
const stepSchema = v.object({
  step: v.picklist(["en_route", "on_scene", "cleared"]),
  time: v.pipe(v.string(), v.transform(momentIn), v.nonEmpty(texts.step.timeWrong)),
});

/** Records a step with its own time, which somebody told later. */
export function StepTime({ call, unit, steps, actions, onClose }: StepTimeProps) {
  const { unit_id: id, unit_number } = unit;
  return (
    <FormDialog<{ step: Step; time: string }, v.InferOutput<typeof stepSchema>>
      title={texts.step.typed(unit_number)}
      description={texts.step.typedAbout}
      initial={{ step: steps[0] ?? "en_route", time: "" }}
      schema={stepSchema}
      submit={texts.step.save}
      onSubmit={async ({ step, time }) => expectDone(await actions.step(call.id, { id, unit_number }, step, time))}
      failed={() => undefined}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SelectField
            label={texts.step.step}
            options={steps.map((value) => ({ value, label: texts.steps[value] }))}
            {...form.field("step")}
          />
          <TextField label={texts.step.time} required inputMode="numeric" autoComplete="off" {...form.field("time")} />
        </>
      )}
    </FormDialog>
  );
}
