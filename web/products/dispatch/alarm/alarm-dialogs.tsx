import * as v from "valibot";
import type { AlarmOutcome } from "#data/alarms/mutations.ts";
import type { Alarm } from "#data/alarms/queries.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { randomKey } from "#shared/random-key.ts";
import { sendByKeys } from "../parts/send-by-keys.ts";
import { alarmTexts as texts } from "./alarm-texts.ts";
import { useRecord } from "./use-alarm-actions.ts";

type DialogProps = { alarm: Alarm; onClose: () => void };

/** The longest place and note, as the database checks too. */
export const PLACE_MAX = 200;
const NOTE_MAX = 2000;

const OUTCOMES: readonly AlarmOutcome[] = ["helped", "false_alarm", "test"];
const { clearing } = texts;

const clearSchema = v.object({
  outcome: v.picklist(OUTCOMES, clearing.choose),
  text: v.pipe(v.string(), v.trim(), v.maxLength(NOTE_MAX)),
});

/** Ends an alarm with its outcome. */
export function ClearDialog({ alarm, onClose }: DialogProps) {
  const record = useRecord();
  return (
    <FormDialog<{ outcome: AlarmOutcome | ""; text: string }, v.InferOutput<typeof clearSchema>>
      title={texts.clearNamed(alarm.unit_number)}
      description={clearing.about}
      initial={{ outcome: "", text: "" }}
      schema={clearSchema}
      submit={texts.clear}
      onClose={onClose}
      onSubmit={async (typed) =>
        void (await record.submit({ kind: "cleared", alarmId: alarm.id, eventId: randomKey(), ...typed }))
      }
      failed={record.failed}
    >
      {(form) => (
        <>
          <SelectField
            label={clearing.outcome}
            required
            {...form.field("outcome")}
            options={[
              { value: "", label: clearing.choose },
              ...OUTCOMES.map((value) => ({ value, label: clearing.outcomes[value] })),
            ]}
          />
          <TextArea
            label={clearing.note}
            optional
            maxLength={NOTE_MAX}
            onKeyDown={sendByKeys}
            {...form.field("text")}
          />
        </>
      )}
    </FormDialog>
  );
}

const placeSchema = v.object({ text: v.pipe(v.string(), v.trim(), v.maxLength(PLACE_MAX)) });

/** Says or changes the place of an alarm. */
export function PlaceDialog({ alarm, onClose }: DialogProps) {
  const record = useRecord();
  return (
    <FormDialog<{ text: string }, { text: string }>
      title={texts.placeNamed(alarm.unit_number)}
      description={texts.named(alarm.unit_number)}
      hideDescription
      initial={{ text: alarm.place }}
      schema={placeSchema}
      submit={texts.savePlace}
      onClose={onClose}
      onSubmit={async ({ text }) =>
        void (await record.submit({ kind: "place", alarmId: alarm.id, eventId: randomKey(), text }))
      }
      failed={record.failed}
    >
      {(form) => <TextField label={texts.place} maxLength={PLACE_MAX} autoComplete="off" {...form.field("text")} />}
    </FormDialog>
  );
}
