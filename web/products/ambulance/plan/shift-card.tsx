import type { ReactNode } from "react";
import type { PlannedShift } from "#data/planned_shifts/queries.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { dayWords, freePlaces, holdersOf, timesOf } from "./plan-rules.ts";
import { planTexts as texts } from "./plan-texts.ts";
import type { VehicleNames } from "./use-vehicle-names.ts";

type ShiftCardProps = {
  shift: PlannedShift;
  vehicles: VehicleNames;
  /** Whether the day stands in the card; below a day's heading it does not. */
  hasDay?: boolean;
  /** A state that stands in place of the free places. */
  state?: ReactNode;
  /** The people on the shift, when they are more than names. */
  people?: ReactNode;
  children?: ReactNode;
};

/** A planned shift: its times on one line, what it is, who is on it, and what may be done. */
export function ShiftCard({ shift, vehicles, hasDay = false, state, people, children }: ShiftCardProps) {
  const facts = [shift.position ?? texts.anybody, vehicles.get(shift.vehicle_id), shift.station].filter(Boolean);
  const names = holdersOf(shift).map(({ name, employee_id: who }) => name ?? who);
  return (
    <li className="rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-lg font-bold tabular-nums">
          {hasDay && <span className="mr-2">{dayWords(new Date(shift.starts_at))}</span>}
          {timesOf(shift)}
        </h3>
        {state ?? <PlacesBadge shift={shift} />}
      </div>
      <p className="wrap-anywhere">{facts.join(" · ")}</p>
      {people ?? (names.length > 0 && <p className="wrap-anywhere text-ink-soft">{names.join(", ")}</p>)}
      {shift.note !== null && <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">{shift.note}</p>}
      {children}
    </li>
  );
}

/** Whether a shift has free places, or is no shift that people take. */
function PlacesBadge({ shift }: { shift: PlannedShift }) {
  const free = freePlaces(shift);
  if (shift.cancelled_at !== null) return <Badge tone="danger">{texts.cancelled}</Badge>;
  if (shift.published_at === null) return <Badge>{texts.unpublished}</Badge>;
  return free > 0 ? (
    <Badge tone="warning">{texts.free(free, shift.places)}</Badge>
  ) : (
    <Badge tone="success">{texts.full}</Badge>
  );
}
