import { useState } from "react";
import * as v from "valibot";
import type { Vehicle } from "#data/vehicles/queries.ts";
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

type ChangeVehicleProps = { vehicles: readonly Vehicle[]; turnId: string; from: string; onClose: () => void };

/** Another vehicle in the turn that runs. */
export function ChangeVehicle({ vehicles, turnId, from, onClose }: ChangeVehicleProps) {
  const choice = useVehicleChoice();
  return (
    <FormDialog
      title={texts.change}
      description={texts.changeText}
      submit={texts.take}
      initial={{ vehicle: "" }}
      schema={v.object({ vehicle: v.string() })}
      required={{ fields: ["vehicle"], text: texts.choose }}
      onSubmit={async ({ vehicle }) => {
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

type TakeVehicleProps = {
  vehicles: readonly Vehicle[];
  /** The turn in the database; undefined while its begin waits on the device. */
  turnId: string | undefined;
  onChosen: (vehicle: string) => void;
};

/** The vehicle of a turn that has none. */
export function TakeVehicle({ vehicles, turnId, onChosen }: TakeVehicleProps) {
  const choice = useVehicleChoice();
  const [vehicle, setVehicle] = useState("");
  const options = optionsOf(vehicles);
  async function handleTake() {
    onChosen(vehicle);
    if (turnId !== undefined) await choice.run({ turnId, eventId: randomKey(), vehicleId: vehicle });
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
