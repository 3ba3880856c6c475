import type { TaxiSettings } from "#data/taxi_settings/queries.ts";
import type { VehicleRequest } from "#data/vehicle_requests/queries.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { useNowAt } from "./use-now-at.ts";
import type { Car } from "../rules/cars.ts";
import { nameOf } from "./take-car.tsx";
import { useAsking } from "./turn-actions.ts";
import { turnTexts } from "./turn-texts.ts";

const labels = turnTexts.tile;
const SILENCE_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;

type StandProps = {
  project: string;
  car: Car & { state: "other" };
  /** The latest question of this chauffeur about the holder's turn. */
  request: VehicleRequest | undefined;
  settings: TaxiSettings;
  onTakeOver: (request: VehicleRequest) => void;
};

/** The way to a car whose holder has forgotten it (document 5 §4): ask, wait for ten minutes, take over. */
export function StandByCar({ project, car, request, settings, onTakeOver }: StandProps) {
  const asking = useAsking();
  const from = takeOverFrom(car, request, settings);
  const now = useNowAt([from === undefined ? null : new Date(from).toISOString()]);
  if (settings.takeover_hours === null || car.turn === undefined) return null;
  if (request !== undefined && request.answer === null && from !== undefined && from <= now)
    return (
      <Button size="small" wide variant="primary" onClick={() => onTakeOver(request)}>
        {labels.takeOver(nameOf(car))}
      </Button>
    );
  if (request?.answer === null)
    return <p className="py-2.5 text-ink-soft">{labels.asked(toTimeValue(new Date(request.asked_at)))}</p>;
  return (
    <Button
      size="small"
      wide
      pending={asking.isPending()}
      onClick={() => void asking.run({ project, slot: car.slot, requestId: randomKey() })}
    >
      {request?.answer === "drives" ? labels.drives(car.chauffeurId) : labels.stand}
    </Button>
  );
}

/** The moment from which the car may be taken over, in milliseconds since 1970; undefined before somebody asked. */
function takeOverFrom({ turn }: Car, request: VehicleRequest | undefined, { takeover_hours: hours }: TaxiSettings) {
  if (request === undefined || turn === undefined || hours === null) return undefined;
  return Math.max(Date.parse(request.asked_at) + SILENCE_MS, Date.parse(turn.taken_at) + hours * HOUR_MS);
}
