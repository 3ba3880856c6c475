import { useState } from "react";
import type { TaxiSettings } from "#data/taxi_settings/queries.ts";
import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import type { KmWarning } from "#data/vehicle_turns/presses.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { NumberField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { spanText } from "#shared/format/spans.ts";
import { randomKey } from "#shared/random-key.ts";
import type { Car } from "../rules/cars.ts";
import { texts } from "../texts.ts";
import { FaultFields, KnownFaults } from "./fault-fields.tsx";
import { kmText, useTaking, useTakingOver, warningText } from "./turn-actions.ts";
import { handoverSchema, NO_HANDOVER } from "./turn-schema.ts";
import { turnTexts } from "./turn-texts.ts";

const labels = turnTexts.take;

type TakeCarProps = {
  project: string;
  car: Car;
  /** The car that the chauffeur has and leaves. */
  own: Car | undefined;
  faults: readonly VehicleFault[];
  /** The time since the chauffeur's last turn, in milliseconds. */
  rest: number | undefined;
  settings: TaxiSettings;
  onClose: () => void;
};

/** The sheet `Ta Bil 3` (document 5 §4): reading, known faults, and a new one. A warning is shown once, and the next press goes on. */
export function TakeCar({ project, car, own, faults, rest, settings, onClose }: TakeCarProps) {
  const action = useTaking();
  // The same ID for every press of this sheet: a press whose answer was lost is not a second turn.
  const [ids] = useState(() => ({ turn: randomKey(), fault: randomKey() }));
  const [warnings, setWarnings] = useState<readonly KmWarning[]>([]);
  const isRequired = settings.handover === "require";
  return (
    <FormDialog
      title={labels.title(nameOf(car))}
      description={labels.about}
      submit={warnings.length > 0 ? labels.anyway : labels.submit}
      initial={NO_HANDOVER}
      schema={handoverSchema({ startKm: isRequired, endKm: isRequired && own !== undefined }, ids.fault)}
      onSubmit={async (handover) => {
        const accepted = warnings.map(({ code }) => code);
        const answer = await action.submit({ project, slot: car.slot, turnId: ids.turn, ...handover, accepted });
        if (answer.outcome !== "warnings") return;
        setWarnings([...warnings, ...answer.warnings]);
        throw new SubmitError(warningText(answer.warnings));
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {(form) => (
        <>
          {own !== undefined && (
            <NumberField
              label={labels.kmLeft(nameOf(own))}
              required={isRequired}
              optional={!isRequired}
              inputMode="numeric"
              {...form.field("endKm")}
            />
          )}
          <NumberField
            label={labels.km}
            required={isRequired}
            optional={!isRequired}
            inputMode="numeric"
            placeholder={lastReading(car)}
            {...form.field("startKm")}
          />
          <KnownFaults faults={faults} />
          <TickField label={labels.sees} {...form.field("seesFault")} />
          {form.values.seesFault && <FaultFields form={form} />}
          {rest !== undefined && <p className="text-ink-soft">{labels.rest(spanText(rest))}</p>}
        </>
      )}
    </FormDialog>
  );
}

const lastReading = ({ vehicle }: Car): string | undefined => {
  const km = vehicle?.odometer ?? null;
  return km === null ? undefined : kmText(km);
};

export const nameOf = ({ vehicle, slot }: Pick<Car, "vehicle" | "slot">): string =>
  vehicle?.name ?? texts.cars.car(slot);

type TakeOverProps = { car: Car; holder: string; requestId: string; settings: TaxiSettings; onClose: () => void };

/** The sheet of a car whose holder was silent (document 5 §4). */
export function TakeOver({ car, holder, requestId, settings, onClose }: TakeOverProps) {
  const action = useTakingOver();
  const [ids] = useState(() => ({ turn: randomKey(), event: randomKey() }));
  return (
    <FormDialog
      title={turnTexts.tile.takeOver(nameOf(car))}
      description={labels.overAbout(holder)}
      submit={labels.submit}
      initial={NO_HANDOVER}
      schema={handoverSchema({ startKm: settings.handover === "require", endKm: false }, ids.turn)}
      onSubmit={({ startKm }) => action.submit({ requestId, turnId: ids.turn, eventId: ids.event, startKm })}
      failed={action.failed}
      onClose={onClose}
    >
      {(form) => (
        <NumberField
          label={labels.km}
          required={settings.handover === "require"}
          optional={settings.handover !== "require"}
          inputMode="numeric"
          {...form.field("startKm")}
        />
      )}
    </FormDialog>
  );
}
