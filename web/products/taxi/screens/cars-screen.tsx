import { Plus } from "lucide-react";
import { useState } from "react";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { CarForm } from "../fleet/car-dialogs.tsx";
import { CarListHead, CarRow } from "../fleet/car-row.tsx";
import { useNow } from "#shared/use-now.ts";
import { firstFreeSlot, standOf } from "../rules/cars.ts";
import { FleetPage } from "../fleet/fleet-page.tsx";
import { fleetTexts } from "../fleet/fleet-texts.ts";
import { useFleet } from "../fleet/use-fleet.ts";

const labels = fleetTexts.car;

/** The register of cars, for the taxi's admin (document 5 §4). */
export function CarsScreen() {
  return <FleetPage title={fleetTexts.cars}>{({ project }) => <Cars project={project} />}</FleetPage>;
}

function Cars({ project }: { project: string }) {
  const fleet = useFleet(project);
  const now = useNow();
  const [openId, setOpenId] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  // The form of a new car names a free place, so that it waits for the cars.
  const freeSlot = fleet.data && firstFreeSlot(fleet.data.vehicles);
  const isWaiting = isAdding && freeSlot === undefined && fleet.error === null;
  return (
    <>
      <div className="mb-4 flex justify-end">
        <Button variant="primary" pending={isWaiting} onClick={() => setIsAdding(true)}>
          <Plus aria-hidden="true" />
          {labels.add}
        </Button>
      </div>
      <StateView
        query={fleet}
        failed={fleetTexts.loadFailed}
        empty={labels.none}
        isEmpty={({ vehicles }) => vehicles.length === 0}
      >
        {({ vehicles, turns, faults }) => (
          <div className="@container">
            <CarListHead />
            <ul aria-label={labels.list} className="border-t border-line">
              {vehicles.toSorted(retiredLast).map((vehicle) => (
                <CarRow
                  key={vehicle.id}
                  {...{ project, freeSlot: firstFreeSlot(vehicles), ...standOf(vehicle, turns, now) }}
                  faults={faults.filter((fault) => fault.vehicle_id === vehicle.id && fault.fixed_at === null).length}
                  isOpen={vehicle.id === openId}
                  onToggle={() => setOpenId(vehicle.id === openId ? undefined : vehicle.id)}
                />
              ))}
            </ul>
          </div>
        )}
      </StateView>
      {isAdding && freeSlot !== undefined && (
        <CarForm vehicle={undefined} {...{ project, freeSlot }} onClose={() => setIsAdding(false)} />
      )}
    </>
  );
}

const retiredLast = (one: Vehicle, two: Vehicle): number =>
  Number(one.state === "retired") - Number(two.state === "retired");
