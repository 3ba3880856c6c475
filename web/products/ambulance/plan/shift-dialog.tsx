import { useState } from "react";
import type { InferOutput } from "valibot";
import { aseSettingsQueries } from "#data/planned_shifts/lists.ts";
import type { PlannedShift, ShiftRow } from "#data/planned_shifts/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { NumberField, SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import { type FormState, SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { refusalOf, useSaving } from "./plan-actions.ts";
import { planTexts } from "./plan-texts.ts";
import { MOST_DAYS, type ShiftDraft, shiftSchema } from "./shift-schema.ts";
import { useVehicles } from "./use-vehicle-names.ts";

const labels = planTexts.admin.form;

type ShiftDialogProps = {
  /** The shift that changes; without one shifts are planned. */
  shift: PlannedShift | undefined;
  /** What the form begins with. */
  draft: ShiftDraft;
  /** Called with shifts that were planned. */
  onPlanned?: (shifts: readonly Wanted[]) => void;
  onClose: () => void;
};

export type Wanted = InferOutput<typeof shiftSchema>[number];

/** The names of fields that differ from the shift as it was shown. */
const changedIn = (wanted: Wanted, shown: ShiftRow) =>
  (Object.keys(wanted) as (keyof Wanted)[]).filter((key) =>
    key === "starts_at" || key === "ends_at"
      ? Date.parse(wanted[key]) !== Date.parse(shown[key])
      : wanted[key] !== shown[key],
  );

/** Saves what the form has; a change that somebody else made meanwhile is told, and the form goes on from there. */
function useShiftSaving(shift: PlannedShift | undefined) {
  const saving = useSaving();
  const [keys] = useState(() => Array.from({ length: MOST_DAYS }, randomKey));
  const [shown, setShown] = useState<ShiftRow | undefined>(shift);
  async function save(wanted: Wanted[]) {
    const [first] = wanted;
    if (shown === undefined || first === undefined) {
      const shifts = wanted.map((fields, index) => ({ id: keys[index] ?? randomKey(), ...fields }));
      await saving.submit({ shifts, expected: {} });
      return;
    }
    const names = changedIn(first, shown);
    if (names.length === 0) return;
    const pick = (from: Partial<ShiftRow>) => Object.fromEntries(names.map((key) => [key, from[key]]));
    const change = { shifts: [{ id: shown.id, ...pick(first) }], expected: { [shown.id]: pick(shown) } };
    const answer = await saving.submit(change);
    if (answer.outcome !== "changed") return;
    const now = (answer.now as Record<string, Partial<ShiftRow>>)[shown.id] ?? {};
    setShown({ ...shown, ...pick(now) });
    throw new SubmitError(refusalOf(answer, false) ?? "");
  }
  return { save, failed: saving.failed };
}

/** `New shift`, one or every day until another, and the change of one. */
export function ShiftDialog({ shift, draft, onPlanned, onClose }: ShiftDialogProps) {
  const { save, failed } = useShiftSaving(shift);
  return (
    <FormDialog
      title={shift === undefined ? labels.title : labels.changeTitle}
      description={labels.text}
      submit={labels.save}
      width="normal"
      initial={draft}
      schema={shiftSchema}
      required={{ fields: ["date", "start", "end", "places"], text: labels.missing }}
      onSubmit={async (wanted) => {
        await save(wanted);
        onPlanned?.(wanted);
      }}
      failed={failed}
      onClose={onClose}
    >
      {({ field, values }) => (
        <>
          <DateField label={labels.date} required {...field("date")} />
          <div className="grid grid-cols-2 gap-3">
            <TimeField label={labels.start} required day={values.date} {...field("start")} />
            <TimeField label={labels.end} required day={values.date} {...field("end")} />
          </div>
          {shift === undefined && (
            <DateField
              label={labels.until}
              hint={labels.untilHint}
              optional
              clearable
              min={values.date}
              {...field("until")}
            />
          )}
          <Choices field={field} shift={shift} />
          <TextField label={labels.station} optional maxLength={200} {...field("station")} />
          <TextArea label={labels.note} optional maxLength={2000} {...field("note")} />
        </>
      )}
    </FormDialog>
  );
}

/** The position, the places and the vehicle of a shift; what it has stays to choose. */
function Choices({ field, shift }: Pick<FormState<ShiftDraft>, "field"> & { shift: PlannedShift | undefined }) {
  const settings = useQuery(aseSettingsQueries.settings());
  const vehicles = useVehicles().filter(({ id, state }) => state !== "retired" || id === shift?.vehicle_id);
  const positions = new Set(settings.data?.positions);
  if (typeof shift?.position === "string") positions.add(shift.position);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <SelectField
          label={labels.position}
          options={[
            { value: "", label: planTexts.anybody },
            ...[...positions].map((value) => ({ value, label: value })),
          ]}
          {...field("position")}
        />
        <NumberField label={labels.places} required inputMode="numeric" min={1} max={20} {...field("places")} />
      </div>
      {vehicles.length > 0 && (
        <SelectField
          label={labels.vehicle}
          options={[
            { value: "", label: labels.noVehicle },
            ...vehicles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...field("vehicle")}
        />
      )}
    </>
  );
}
