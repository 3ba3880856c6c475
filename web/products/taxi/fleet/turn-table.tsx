import { clsx } from "clsx";
import { useState } from "react";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { Button } from "#shared/ui/button.tsx";
import { RowToggle } from "#shared/ui/row-toggle.tsx";
import { useNow } from "#shared/use-now.ts";
import { lengthOf } from "../rules/turns.ts";
import { endText } from "../turns/my-turns.tsx";
import { kmText } from "../turns/turn-actions.ts";
import { turnTexts } from "../turns/turn-texts.ts";
import { fleetTexts } from "./fleet-texts.ts";
import { hoursText } from "./hours-csv.ts";

const { columns, table } = fleetTexts.dayPage;
const HOUR_MS = 3_600_000;

/** Looks of a table whose rows have 72 px and two lines on a phone. */
export const ROWS = {
  table: "block w-full border-collapse text-left @2xl:table @2xl:[&_td]:px-3 @2xl:[&_td]:py-0.5 @2xl:[&_th]:px-3",
  head: "sr-only text-sm text-ink-soft @2xl:not-sr-only @2xl:table-header-group",
  body: "block border-t border-line @2xl:table-row-group",
  row: "relative grid min-h-[calc(4.5rem-1px)] content-center items-baseline gap-x-3 border-x border-b border-line bg-surface px-3 leading-tight @2xl:table-row @2xl:h-12",
} as const;

type TableProps = {
  turns: readonly VehicleTurn[];
  /** The cars' names; left out where all turns are of one car. */
  nameOf?: (turn: VehicleTurn) => string;
  /** The day of which hours are counted, in milliseconds; the whole turn when it is left out. */
  within?: { from: number; to: number } | undefined;
  onCorrect: (turn: VehicleTurn) => void;
};

/** Turns with both times of a late return, hours of ended ones, kilometres, gaps, and how they ended; a phone's row opens to the last two. */
export function TurnTable({ turns, nameOf, within, onCorrect }: TableProps) {
  const [openId, setOpenId] = useState<string>();
  return (
    <div className="@container">
      <table aria-label={table} className={ROWS.table}>
        <thead className={ROWS.head}>
          <tr>
            {nameOf !== undefined && (
              <th scope="col" className="@2xl:w-[13%]">
                {columns.car}
              </th>
            )}
            <th scope="col" className="@2xl:w-[15%]">
              {columns.who}
            </th>
            <th scope="col" className="@2xl:w-[23%]">
              {columns.time}
            </th>
            <th scope="col" className="text-right">
              {columns.hours}
            </th>
            <th scope="col" className="text-right">
              {columns.km}
            </th>
            <th scope="col">{columns.note}</th>
          </tr>
        </thead>
        <tbody className={ROWS.body}>
          {turns.map((turn) => (
            <TurnRow
              key={turn.id}
              {...{ turn, within, onCorrect }}
              car={nameOf?.(turn)}
              isOpen={turn.id === openId}
              onToggle={() => setOpenId(turn.id === openId ? undefined : turn.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Pick<TableProps, "within" | "onCorrect"> & {
  turn: VehicleTurn;
  car: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
};

function TurnRow({ turn, car, within, onCorrect, isOpen, onToggle }: RowProps) {
  const now = useNow();
  const length = lengthOf(turn, within?.from, within?.to);
  // The day on which a turn began has its kilometres.
  const hasKm = within === undefined || Date.parse(turn.taken_at) >= within.from;
  const km = hasKm && turn.km !== null ? kmText(turn.km) : null;
  const notesText = notes(turn).join(" · ");
  const about = [car, turn.chauffeur_id].filter((part) => part !== undefined).join(", ");
  const correct = (
    <Button
      size="small"
      variant="ghost"
      className="whitespace-nowrap"
      aria-label={fleetTexts.car.of(fleetTexts.turn.correct, about)}
      onClick={() => onCorrect(turn)}
    >
      {fleetTexts.turn.correct}
    </Button>
  );
  return (
    <>
      <tr className={clsx(ROWS.row, "grid-cols-[minmax(0,1fr)_auto_4.25rem] @max-2xl:pr-11")}>
        {car !== undefined && <td className="font-semibold wrap-anywhere">{car}</td>}
        <td
          className={clsx(
            "wrap-anywhere",
            car === undefined ? "font-semibold" : "@max-2xl:row-start-2 @max-2xl:text-sm @max-2xl:text-ink-soft",
          )}
        >
          {turn.chauffeur_id}
        </td>
        <td className="tabular-nums @max-2xl:col-span-2 @max-2xl:text-right">
          {shortMoment(new Date(turn.taken_at), within === undefined ? now : within.from)}–{endText(turn)}
        </td>
        <td
          className={clsx(
            "text-right tabular-nums @max-2xl:col-start-3 @max-2xl:row-start-2 @max-2xl:text-sm",
            length !== undefined && "@max-2xl:after:content-['_h']",
            length === undefined && "@max-2xl:invisible",
          )}
        >
          {length === undefined ? fleetTexts.turn.running : hoursText(length / HOUR_MS)}
        </td>
        <td
          className={clsx(
            "text-right tabular-nums @max-2xl:col-start-2 @max-2xl:row-start-2 @max-2xl:text-sm",
            km !== null && "@max-2xl:after:content-['_km']",
          )}
        >
          {km}
        </td>
        <td className="@max-2xl:hidden">
          <div className="flex items-center justify-between gap-3">
            <span className="wrap-anywhere">{notesText}</span>
            {correct}
          </div>
        </td>
        <td className="@2xl:hidden">
          <RowToggle name={fleetTexts.turn.more(about)} isOpen={isOpen} onToggle={onToggle} />
        </td>
      </tr>
      {isOpen && (
        <tr className="block border-x border-b border-line bg-surface px-3 py-1 @2xl:hidden">
          <td className="block">
            {notesText !== "" && <p className="wrap-anywhere">{notesText}</p>}
            {correct}
          </td>
        </tr>
      )}
    </>
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
