import { useState } from "react";
import { useActingOnDevice } from "#data/acting.ts";
import * as v from "valibot";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { keepVehicle } from "#session/work-clock/keep-stamp.ts";
import { toast } from "#shared/feedback/toast.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useVehicleChoice } from "./vehicle-actions.ts";
import { vehicleTexts } from "./vehicle-texts.ts";

const texts = vehicleTexts.check;

const optionsOf = (vehicles: readonly Vehicle[], but?: string) => [
  { value: "", label: texts.choose },
  ...vehicles
    .filter(({ id, state }) => state === "in_service" && id !== but)
    .map(({ id, name, plate }) => ({ value: id, label: plate === null ? name : `${name} · ${plate}` })),
];

/** The turn that runs. Its begin may still wait on the device, which then says the vehicle. */
export type RunningTurn = { turnId: string; isStored: boolean };

type ChangeVehicleProps = RunningTurn & { vehicles: readonly Vehicle[]; from: string; onClose: () => void };

/** Puts a vehicle into a begin that still waits on the device. Gives whether there was one. */
function useWaitingStart({ turnId, isStored }: RunningTurn) {
  const acting = useActingOnDevice();
  return async (vehicle: string) => !isStored && (await keepVehicle(acting, turnId, vehicle));
}

/** Another vehicle in the turn that runs. */
export function ChangeVehicle({ vehicles, turnId, isStored, from, onClose }: ChangeVehicleProps) {
  const choice = useVehicleChoice();
  const putIntoStart = useWaitingStart({ turnId, isStored });
  return (
    <FormDialog
      title={texts.change}
      description={texts.changeText}
      submit={texts.take}
      initial={{ vehicle: "" }}
      schema={v.object({ vehicle: v.string() })}
      required={{ fields: ["vehicle"], text: texts.choose }}
      onSubmit={async ({ vehicle }) => {
        if (await putIntoStart(vehicle)) return;
        const answer = await choice.submit({ turnId, eventId: randomKey(), vehicleId: vehicle });
        if (answer.outcome === "changed") throw new SubmitError(texts.changedMeanwhile);
      }}
      failed={choice.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <SelectField label={texts.vehicle} required options={optionsOf(vehicles, from)} {...field("vehicle")} />
      )}
    </FormDialog>
  );
}

/** The vehicle of a turn that has none. */
export function TakeVehicle({ vehicles, turnId, isStored }: RunningTurn & { vehicles: readonly Vehicle[] }) {
  const choice = useVehicleChoice();
  const putIntoStart = useWaitingStart({ turnId, isStored });
  const [vehicle, setVehicle] = useState("");
  const options = optionsOf(vehicles);
  async function handleTake() {
    try {
      if (await putIntoStart(vehicle)) return;
    } catch {
      toast.error(texts.deviceFull);
      return;
    }
    await choice.run({ turnId, eventId: randomKey(), vehicleId: vehicle });
  }
  if (options.length === 1) return <p className="text-ink-soft">{texts.noVehicles}</p>;
  return (
    <Card as="section" aria-label={texts.noVehicle} className="grid gap-4">
      <h2 className="text-xl font-bold">{texts.noVehicle}</h2>
      <SelectField
        name="vehicle"
        label={texts.vehicle}
        options={options}
        value={vehicle}
        error={undefined}
        onChange={setVehicle}
      />
      <Button
        variant="primary"
        size="large"
        wide
        disabled={vehicle === ""}
        pending={choice.isPending()}
        onClick={() => void handleTake()}
      >
        {texts.take}
      </Button>
    </Card>
  );
}
