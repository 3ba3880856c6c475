import type { TaxiSettings } from "#data/taxi_settings/queries.ts";
import type { VehicleRequest } from "#data/vehicle_requests/queries.ts";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import type { Car } from "../rules/cars.ts";
import { texts } from "../texts.ts";
import { ReportFault, ReturnCar } from "./return-car.tsx";
import { nameOf, TakeCar, TakeOver } from "./take-car.tsx";
import type { Turns } from "./use-turns.ts";

/** The sheet that is open over the cars. */
export type Sheet =
  | { does: "take"; car: Car }
  | { does: "take over"; car: Car & { state: "other" }; request: VehicleRequest }
  | { does: "return"; car: Car; turnId: string }
  | { does: "late"; turn: VehicleTurn }
  | { does: "report"; car: Car };

/** The sheet that a press on a car opens where readings are asked for; none while the own turn is not read. */
export function sheetOf(car: Car): Sheet | undefined {
  if (car.state !== "own") return { does: "take", car };
  return car.turn && { does: "return", car, turnId: car.turn.id };
}

export const nameOfTurn = (turn: VehicleTurn, vehicles: readonly Vehicle[]): string =>
  vehicles.find(({ id }) => id === turn.vehicle_id)?.name ?? texts.cars.car(turn.slot);

type OpenSheetProps = {
  sheet: Sheet;
  project: string;
  own: Car | undefined;
  turns: Turns;
  settings: TaxiSettings;
  rest: number | undefined;
  onReturned: (slot: number, turnId: string) => void;
  onClose: () => void;
};

/** Draws the open sheet. */
export function OpenSheet({ sheet, project, own, turns, settings, rest, onReturned, onClose }: OpenSheetProps) {
  const isRequired = settings.handover === "require";
  switch (sheet.does) {
    case "take": {
      const { car } = sheet;
      const faults = turns.faults.filter((fault) => fault.vehicle_id === car.vehicle?.id);
      return <TakeCar {...{ project, car, own, faults, rest, settings, onClose }} />;
    }
    case "take over":
      return (
        <TakeOver
          {...{ settings, onClose }}
          car={sheet.car}
          holder={sheet.car.chauffeurId}
          requestId={sheet.request.id}
        />
      );
    case "return":
      return (
        <ReturnCar
          {...{ isRequired, onClose }}
          turnId={sheet.turnId}
          name={nameOf(sheet.car)}
          onReturned={() => onReturned(sheet.car.slot, sheet.turnId)}
        />
      );
    case "late":
      return (
        <ReturnCar
          turnId={sheet.turn.id}
          name={nameOfTurn(sheet.turn, turns.vehicles)}
          isLate
          isRequired
          {...{ onClose }}
        />
      );
    case "report":
    default:
      return (
        sheet.car.vehicle && (
          <ReportFault
            vehicleId={sheet.car.vehicle.id}
            turnId={sheet.car.turn?.id}
            name={nameOf(sheet.car)}
            onClose={onClose}
          />
        )
      );
  }
}
