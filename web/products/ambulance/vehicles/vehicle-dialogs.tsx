import { useState } from "react";
import * as v from "valibot";
import { AMBULANCE_PATH } from "#contract/projects.ts";
import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { useMending, useVehicleSaving, vehicleRefusal } from "./vehicle-actions.ts";
import { vehicleTexts } from "./vehicle-texts.ts";

const { admin: texts, faults } = vehicleTexts;
const text = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most));

/** The fields of a vehicle, also of a new one. */
export function VehicleDialog({ vehicle, onClose }: { vehicle: Vehicle | undefined; onClose: () => void }) {
  const saving = useVehicleSaving();
  const [id] = useState(() => vehicle?.id ?? randomKey());
  const title = vehicle === undefined ? texts.add : texts.changeNamed(vehicle.name);
  return (
    <FormDialog
      title={title}
      description={texts.about}
      submit={texts.save}
      initial={{ name: vehicle?.name ?? "", plate: vehicle?.plate ?? "", model: vehicle?.model ?? "Ambulance" }}
      schema={v.object({ name: text(50), plate: text(20), model: text(100) })}
      required={{ fields: ["name", "model"], text: texts.missing }}
      onSubmit={async ({ name, plate, model }) => {
        const answer = await saving.submit({
          project: AMBULANCE_PATH,
          id,
          eventId: randomKey(),
          changes: { name, plate: plate === "" ? null : plate, model },
          expected: vehicle && { name: vehicle.name, plate: vehicle.plate, model: vehicle.model },
        });
        const refusal = vehicleRefusal(answer);
        if (refusal !== undefined) throw new SubmitError(refusal);
      }}
      failed={saving.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField label={texts.name} required maxLength={50} {...field("name")} />
          <TextField label={texts.plate} optional maxLength={20} {...field("plate")} />
          <TextField label={texts.model} required maxLength={100} {...field("model")} />
        </>
      )}
    </FormDialog>
  );
}

/** Takes a vehicle out of service with a reason, or puts it in. */
export function StateDialog({ vehicle, onClose }: { vehicle: Vehicle; onClose: () => void }) {
  const saving = useVehicleSaving();
  const [shown] = useState(vehicle);
  const isIn = shown.state === "in_service";
  const state = isIn ? "out_of_service" : "in_service";
  return (
    <FormDialog
      title={isIn ? texts.takeOutNamed(shown.name) : texts.putInNamed(shown.name)}
      description={shown.state_reason ?? texts.title}
      submit={isIn ? texts.takeOut : texts.putIn}
      initial={{ reason: "" }}
      schema={v.object({ reason: text(500) })}
      {...(isIn ? { required: { fields: ["reason"] as ["reason"], text: texts.reasonMissing } } : {})}
      onSubmit={async ({ reason }) => {
        const { state: was, state_reason: before } = shown;
        const answer = await saving.submit({
          project: AMBULANCE_PATH,
          id: shown.id,
          eventId: randomKey(),
          changes: { state, state_reason: isIn ? reason : null },
          expected: { state: was, state_reason: before },
        });
        const refusal = vehicleRefusal(answer);
        if (refusal !== undefined) throw new SubmitError(refusal);
      }}
      failed={saving.failed}
      onClose={onClose}
    >
      {({ field }) => isIn && <TextField label={texts.reason} required maxLength={500} {...field("reason")} />}
    </FormDialog>
  );
}

/** Closes a fault that is mended, with a note perhaps. */
export function MendDialog({ fault, onClose }: { fault: VehicleFault; onClose: () => void }) {
  const mending = useMending();
  return (
    <FormDialog
      title={faults.mend}
      description={fault.text}
      submit={faults.mend}
      initial={{ note: "" }}
      schema={v.object({ note: text(2000) })}
      onSubmit={async ({ note }) => void (await mending.submit({ faultId: fault.id, eventId: randomKey(), note }))}
      failed={mending.failed}
      onClose={onClose}
    >
      {({ field }) => <TextField label={faults.mendNote} optional maxLength={2000} {...field("note")} />}
    </FormDialog>
  );
}
