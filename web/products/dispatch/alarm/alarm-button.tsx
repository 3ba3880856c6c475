import { BellRing } from "lucide-react";
import { useRef, useState } from "react";
import * as v from "valibot";
import type { Unit } from "#data/units/queries.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { randomKey } from "#shared/random-key.ts";
import { useKey } from "./alarm-band.tsx";
import { PLACE_MAX } from "./alarm-dialogs.tsx";
import { alarmTexts } from "./alarm-texts.ts";
import { HoldButton } from "./hold-button.tsx";
import { useRaise } from "./use-alarm-actions.ts";

const { raise: texts } = alarmTexts;

/** The id of the unit whose row has the focus; the empty text without one. */
export const focusedUnit = (): string =>
  document.activeElement?.closest<HTMLElement>("[data-unit]")?.dataset["unit"] ?? "";

/** Raises an alarm: held for one second, or `Shift+F9` from everywhere. It asks for the unit, the focused row first. */
export function AlarmButton({ units }: { units: readonly Unit[] }) {
  const [asked, setAsked] = useState<{ unit: string }>();
  const focused = useRef("");
  const ask = () => setAsked((open) => open ?? { unit: focused.current });
  const noteRow = () => {
    focused.current = focusedUnit();
  };
  useKey(
    "F9",
    () => {
      noteRow();
      ask();
    },
    true,
  );

  return (
    <>
      <HoldButton size="small" hint={alarmTexts.hold} aria-keyshortcuts="Shift+F9" onBegin={noteRow} onHeld={ask}>
        <BellRing aria-hidden="true" />
        {alarmTexts.button}
      </HoldButton>
      {asked !== undefined && <RaiseDialog units={units} unit={asked.unit} onClose={() => setAsked(undefined)} />}
    </>
  );
}

const schema = v.object({
  unit: v.pipe(v.string(), v.nonEmpty(texts.missing)),
  place: v.pipe(v.string(), v.trim(), v.maxLength(PLACE_MAX)),
});

/** Asks for the unit and the place of an alarm; the given unit stands first and is chosen. */
export function RaiseDialog({ units, unit, onClose }: { units: readonly Unit[]; unit: string; onClose: () => void }) {
  const action = useRaise();
  const first = units.find(({ id }) => id === unit);
  const options = [...(first === undefined ? [] : [first]), ...units.filter(({ id }) => id !== unit)];
  return (
    <FormDialog<v.InferOutput<typeof schema>, v.InferOutput<typeof schema>>
      title={texts.title}
      description={texts.about}
      initial={{ unit: first?.id ?? "", place: "" }}
      schema={schema}
      submit={texts.submit}
      isDanger
      onClose={onClose}
      onSubmit={({ unit: unitId, place }) => {
        const unitNumber = units.find(({ id }) => id === unitId)?.unit_number ?? "";
        // The alarm is tried until the server has it; the band says so meanwhile.
        void action.run({ unitId, unitNumber, place, alarmId: randomKey() });
        return Promise.resolve();
      }}
      failed={action.failed}
    >
      {(form) => (
        <>
          <SelectField
            label={texts.unit}
            required
            {...form.field("unit")}
            options={[
              { value: "", label: texts.missing },
              ...options.map(({ id, unit_number }) => ({ value: id, label: unit_number })),
            ]}
          />
          <TextField label={texts.place} optional maxLength={PLACE_MAX} autoComplete="off" {...form.field("place")} />
        </>
      )}
    </FormDialog>
  );
}
