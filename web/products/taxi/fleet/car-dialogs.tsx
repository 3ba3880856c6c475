import { useState } from "react";
import * as v from "valibot";
import { projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { useQuery } from "#data/use-query.ts";
import type { KmWarning } from "#data/vehicle_turns/presses.ts";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { NumberField, SelectField, TextField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { reading } from "../turns/reading.ts";
import { turnTexts } from "../turns/turn-texts.ts";
import { warningText } from "../turns/turn-actions.ts";
import {
  refusalOf,
  useEnding,
  useKmCorrection,
  useOdometerCorrection,
  useTakingFor,
  useVehicleChange,
} from "./fleet-actions.ts";
import { fleetTexts } from "./fleet-texts.ts";

const labels = fleetTexts.car;
const MOST_CARS = 40;
const asText = (km: number | null) => (km === null ? "" : String(km));

const reason = v.pipe(v.string(), v.trim(), v.nonEmpty(fleetTexts.reasonMissing), v.maxLength(500));
const text = (missing: string, most: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.maxLength(most));

const carSchema = v.object({
  slot: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,2}$/, labels.slotWrong),
    v.transform(Number),
    v.minValue(1, labels.slotWrong),
    v.maxValue(MOST_CARS, labels.slotWrong),
  ),
  name: text(labels.nameMissing, 50),
  plate: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(20),
    v.transform((plate) => (plate === "" ? null : plate.toUpperCase())),
  ),
  model: text(labels.modelMissing, 100),
});

type CarProps = { project: string; vehicle: Vehicle; onClose: () => void };

/** `Lägg till bil`, and the change of one. A change that somebody else made meanwhile is told. */
export function CarForm(props: Omit<CarProps, "vehicle"> & { vehicle: Vehicle | undefined; freeSlot: number }) {
  const { project, vehicle, freeSlot, onClose } = props;
  const action = useVehicleChange();
  const [id] = useState(() => vehicle?.id ?? randomKey());
  return (
    <FormDialog
      title={vehicle === undefined ? labels.add : labels.change(vehicle.name)}
      description={labels.about}
      submit={fleetTexts.save}
      initial={{
        slot: String(vehicle?.slot ?? freeSlot),
        name: vehicle?.name ?? `Bil ${freeSlot}`,
        plate: vehicle?.plate ?? "",
        model: vehicle?.model ?? "Volvo V90",
      }}
      schema={carSchema}
      onSubmit={async (changes) => {
        const expected = vehicle && {
          slot: vehicle.slot,
          name: vehicle.name,
          plate: vehicle.plate,
          model: vehicle.model,
        };
        const answer = await action.submit({ project, id, eventId: randomKey(), changes, expected });
        const refusal = refusalOf(answer);
        if (answer.outcome === "slot_taken") throw new SubmitError("", { slot: refusal ?? "" });
        if (refusal !== undefined) throw new SubmitError(refusal);
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <NumberField label={labels.slot} required inputMode="numeric" min={1} max={MOST_CARS} {...field("slot")} />
          <TextField label={labels.name} required maxLength={50} {...field("name")} />
          <TextField label={labels.plate} optional maxLength={20} autoCapitalize="characters" {...field("plate")} />
          <TextField label={labels.model} required maxLength={100} {...field("model")} />
        </>
      )}
    </FormDialog>
  );
}

/** `Ta ur trafik`, with a reason; a taken car only with the tick that its turn ends. */
export function TakeOut({ project, vehicle, turn, onClose }: CarProps & { turn: VehicleTurn | undefined }) {
  const action = useVehicleChange();
  return (
    <FormDialog
      title={labels.takeOutOf(vehicle.name)}
      description={labels.takeOutAbout}
      submit={labels.takeOut}
      isDanger
      initial={{ reason: "", endsTurn: false }}
      schema={v.object({ reason, endsTurn: v.boolean() })}
      onSubmit={async ({ reason: why, endsTurn }) => {
        const answer = await action.submit({
          project,
          id: vehicle.id,
          eventId: randomKey(),
          changes: { state: "out_of_service", state_reason: why },
          expected: { state: vehicle.state, state_reason: vehicle.state_reason },
          mayEndTurn: endsTurn,
        });
        const refusal = refusalOf(answer);
        if (refusal !== undefined) throw new SubmitError(refusal);
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField label={fleetTexts.reason} required maxLength={500} {...field("reason")} />
          {turn !== undefined && <TickField label={labels.endsTurn(turn.chauffeur_id)} {...field("endsTurn")} />}
        </>
      )}
    </FormDialog>
  );
}

/** `Avsluta passet på Bil 3`: the chauffeur reads the reason. */
export function EndTurn({ vehicle, turn, onClose }: Omit<CarProps, "project"> & { turn: VehicleTurn }) {
  const action = useEnding();
  return (
    <FormDialog
      title={labels.end(vehicle.name)}
      description={labels.endAbout(turn.chauffeur_id)}
      submit={labels.endShort}
      isDanger
      initial={{ reason: "", endKm: "" }}
      schema={v.object({ reason: v.pipe(reason, v.minLength(5, fleetTexts.reasonShort)), endKm: reading(false) })}
      onSubmit={({ reason: why, endKm }) =>
        action.submit({ turnId: turn.id, eventId: randomKey(), reason: why, endKm })
      }
      failed={action.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField label={fleetTexts.reason} required maxLength={500} {...field("reason")} />
          <NumberField label={labels.endKm} optional inputMode="numeric" {...field("endKm")} />
        </>
      )}
    </FormDialog>
  );
}

/** The admin takes a car for a chauffeur whose phone is dead. */
export function TakeFor({ project, vehicle, onClose }: CarProps) {
  const action = useTakingFor();
  const people = useQuery(projectAttendantQueries.ofProject(project));
  const [turnId] = useState(randomKey);
  const [warnings, setWarnings] = useState<readonly KmWarning[]>([]);
  return (
    <FormDialog
      title={labels.takeForOf(vehicle.name)}
      description={labels.takeForAbout}
      submit={warnings.length > 0 ? turnTexts.take.anyway : turnTexts.take.submit}
      initial={{ chauffeur: "", startKm: "" }}
      schema={v.object({ chauffeur: v.pipe(v.string(), v.nonEmpty(labels.chauffeurMissing)), startKm: reading(false) })}
      onSubmit={async ({ chauffeur, startKm }) => {
        const accepted = warnings.map(({ code }) => code);
        const slot = vehicle.slot ?? 0;
        const answer = await action.submit({
          project,
          slot,
          turnId,
          startKm,
          endKm: null,
          faults: [],
          accepted,
          chauffeur,
        });
        if (answer.outcome !== "warnings") return;
        setWarnings([...warnings, ...answer.warnings]);
        throw new SubmitError(warningText(answer.warnings));
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <SelectField
            label={labels.chauffeur}
            required
            placeholder={labels.choose}
            options={(people.data ?? []).map(({ user_id: id }) => ({ value: id, label: id }))}
            {...field("chauffeur")}
          />
          <NumberField label={turnTexts.take.km} optional inputMode="numeric" {...field("startKm")} />
        </>
      )}
    </FormDialog>
  );
}

/** `Rätta mätarställning`, with a reason. */
export function CorrectOdometer({ vehicle, onClose }: Omit<CarProps, "project">) {
  const action = useOdometerCorrection();
  return (
    <FormDialog
      title={labels.correctOf(vehicle.name)}
      description={labels.correctAbout}
      submit={fleetTexts.save}
      initial={{ odometer: asText(vehicle.odometer), reason: "" }}
      schema={v.object({ odometer: reading(true), reason })}
      onSubmit={({ odometer, reason: why }) =>
        action.submit({ vehicle, eventId: randomKey(), odometer: odometer ?? 0, reason: why })
      }
      failed={action.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <NumberField label={turnTexts.take.km} required inputMode="numeric" {...field("odometer")} />
          <TextField label={fleetTexts.reason} required maxLength={500} {...field("reason")} />
        </>
      )}
    </FormDialog>
  );
}

/** `Rätta kilometer` of a turn, with a reason. */
export function CorrectTurn({ turn, onClose }: { turn: VehicleTurn; onClose: () => void }) {
  const action = useKmCorrection();
  return (
    <FormDialog
      title={fleetTexts.turn.correctOf(turn.chauffeur_id)}
      description={fleetTexts.turn.correctAbout}
      submit={fleetTexts.save}
      initial={{ startKm: asText(turn.start_km), endKm: asText(turn.end_km), reason: "" }}
      schema={v.object({ startKm: reading(false), endKm: reading(false), reason })}
      onSubmit={({ startKm, endKm, reason: why }) =>
        action.submit({ turn, eventId: randomKey(), startKm, endKm, reason: why })
      }
      failed={action.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <NumberField label={fleetTexts.turn.start} optional inputMode="numeric" {...field("startKm")} />
          {turn.ended_at !== null && (
            <NumberField label={fleetTexts.turn.end} optional inputMode="numeric" {...field("endKm")} />
          )}
          <TextField label={fleetTexts.reason} required maxLength={500} {...field("reason")} />
        </>
      )}
    </FormDialog>
  );
}
