import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { Button } from "#shared/ui/button.tsx";
import { useNow } from "#shared/use-now.ts";
import { lengthOf } from "../rules/turns.ts";
import { endText } from "../turns/my-turns.tsx";
import { kmText } from "../turns/turn-actions.ts";
import { turnTexts } from "../turns/turn-texts.ts";
import { fleetTexts } from "./fleet-texts.ts";
import { hoursText } from "./hours-csv.ts";

const { columns, table } = fleetTexts.dayPage;
const HOUR_MS = 3_600_000;

type TableProps = {
  turns: readonly VehicleTurn[];
  nameOf: (turn: VehicleTurn) => string;
  /** The day of which hours are counted, in milliseconds; the whole turn when it is left out. */
  within?: { from: number; to: number };
  onCorrect: (turn: VehicleTurn) => void;
};

/** Turns with both times of a late return, hours of ended ones, kilometres, gaps, and how they ended. */
export function TurnTable({ turns, nameOf, within, onCorrect }: TableProps) {
  const now = useNow();
  return (
    <div className="overflow-x-auto">
      <table
        aria-label={table}
        className="w-full min-w-2xl border-collapse text-left [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2"
      >
        <thead className="border-b-2 border-line">
          <tr>
            <th scope="col">{columns.car}</th>
            <th scope="col">{columns.who}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col" className="text-right!">
              {columns.hours}
            </th>
            <th scope="col" className="text-right!">
              {columns.km}
            </th>
            <th scope="col">{columns.note}</th>
          </tr>
        </thead>
        <tbody>
          {turns.map((turn) => {
            const length = lengthOf(turn, within?.from, within?.to);
            // The day on which a turn began has its kilometres.
            const hasKm = within === undefined || Date.parse(turn.taken_at) >= within.from;
            return (
              <tr key={turn.id} className="border-b border-line">
                <td className="wrap-anywhere">{nameOf(turn)}</td>
                <td className="wrap-anywhere">{turn.chauffeur_id}</td>
                <td>
                  {shortMoment(new Date(turn.taken_at), within === undefined ? now : within.from)}–{endText(turn)}
                </td>
                <td className="text-right tabular-nums">
                  {length === undefined ? fleetTexts.turn.running : hoursText(length / HOUR_MS)}
                </td>
                <td className="text-right tabular-nums">{hasKm && turn.km !== null && kmText(turn.km)}</td>
                <td className="py-0.5! wrap-anywhere">
                  {notes(turn).join(" · ")}
                  <Button size="small" variant="ghost" className="float-right" onClick={() => onCorrect(turn)}>
                    {fleetTexts.turn.correct}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function notes(turn: VehicleTurn): string[] {
  const { endedBy, gap } = fleetTexts.turn;
  return [
    ...(turn.gap_km === null ? [] : [gap(kmText(turn.gap_km))]),
    ...(turn.km_is_estimated && turn.km !== null ? [turnTexts.mine.estimated(kmText(turn.km))] : []),
    ...(turn.ended_by === "admin" && turn.reason !== null ? [endedBy.admin(turn.ended_by_id ?? "", turn.reason)] : []),
    ...(turn.ended_by === "taken_over" ? [endedBy.taken_over(turn.ended_by_id ?? "")] : []),
    ...(turn.ended_by === "time" || turn.ended_by === "moved" || turn.ended_by === "removed"
      ? [endedBy[turn.ended_by]]
      : []),
  ];
}
