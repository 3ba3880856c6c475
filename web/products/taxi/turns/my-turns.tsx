import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { spanText } from "#shared/format/spans.ts";
import { useNow } from "#shared/use-now.ts";
import { lengthOf } from "../rules/turns.ts";
import { texts } from "../texts.ts";
import { kmText } from "./turn-actions.ts";
import { turnTexts } from "./turn-texts.ts";

const labels = turnTexts.mine;

/** The chauffeur's own turns of the last 30 days, newest first (document 5 §4). */
export function MyTurns({ turns, vehicles }: { turns: readonly VehicleTurn[]; vehicles: readonly Vehicle[] }) {
  const now = useNow();
  if (turns.length === 0) return null;
  return (
    <section aria-labelledby="my-turns" className="mt-8">
      <h2 id="my-turns" className="text-xl font-bold">
        {labels.title}
      </h2>
      <p className="mb-3 text-ink-soft">{labels.about}</p>
      <ul className="grid gap-2">
        {turns.map((turn) => (
          <li
            key={turn.id}
            className="flex flex-wrap justify-between gap-x-4 gap-y-1 rounded-control border border-line bg-surface px-3 py-2"
          >
            <span>
              {labels.line(
                vehicles.find(({ id }) => id === turn.vehicle_id)?.name ?? texts.cars.car(turn.slot),
                shortMoment(new Date(turn.taken_at), now),
                turn.ended_at === null ? labels.running : endText(turn),
              )}
            </span>
            <span className="text-ink-soft">{sums(turn)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The end of a turn, and the time of a return that came later. */
export function endText({ ended_at: endedAt, returned_at: returnedAt }: VehicleTurn): string {
  if (endedAt === null) return labels.running;
  const end = toTimeValue(new Date(endedAt));
  const isLater = returnedAt !== null && returnedAt !== endedAt;
  return isLater ? `${end} · ${labels.returned(toTimeValue(new Date(returnedAt)))}` : end;
}

const sums = (turn: VehicleTurn): string => {
  const length = lengthOf(turn);
  return [
    ...(length === undefined ? [] : [spanText(length)]),
    ...(turn.km === null
      ? []
      : [turn.km_is_estimated ? labels.estimated(kmText(turn.km)) : labels.km(kmText(turn.km))]),
  ].join(" · ");
};
