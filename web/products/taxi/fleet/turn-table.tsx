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
import "./fleet-rows.css";

const { columns, table } = fleetTexts.dayPage;
const labels = fleetTexts.units;
const HOUR_MS = 3_600_000;

/** The look of a row of a table below `fleet-rows`. */
export const ROW = "row border-x border-b border-line bg-surface";

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
      <table aria-label={table} className="fleet-rows border-collapse text-left">
        <thead className="text-sm text-ink-soft">
          <tr>
            {nameOf !== undefined && (
              <th scope="col" style={{ width: "13%" }}>
                {columns.car}
              </th>
            )}
            <th scope="col" style={{ width: "15%" }}>
              {columns.who}
            </th>
            <th scope="col" style={{ width: "23%" }}>
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
        <tbody>
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
      <tr className={`${ROW} turn`}>
        {car !== undefined && <td className="font-semibold wrap-anywhere">{car}</td>}
        <td className={clsx("wrap-anywhere", car === undefined ? "font-semibold" : "second")}>{turn.chauffeur_id}</td>
        <td className="to-end two tabular-nums">
          {shortMoment(new Date(turn.taken_at), within === undefined ? now : within.from)}–{endText(turn)}
        </td>
        <td
          data-unit={labels.hourUnit}
          className={clsx("second to-end text-right tabular-nums", length === undefined && "none")}
        >
          {length === undefined ? fleetTexts.turn.running : hoursText(length / HOUR_MS)}
        </td>
        <td data-unit={labels.kmUnit} className={clsx("second km text-right tabular-nums", km === null && "none")}>
          {km}
        </td>
        <td className="at-desk">
          <div className="flex items-center justify-between gap-3">
            <span className="wrap-anywhere">{notesText}</span>
            {correct}
          </div>
        </td>
        <td className="on-phone">
          <RowToggle name={fleetTexts.turn.more(about)} isOpen={isOpen} onToggle={onToggle} />
        </td>
      </tr>
      {isOpen && (
        <tr className="on-phone block border-x border-b border-line bg-surface px-3 py-1">
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
