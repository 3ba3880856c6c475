import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";

/** The limits of each status, by its code; a status without limits is not in it. */
export type Limits = ReadonlyMap<string, Pick<UnitStatus, "check_after" | "overdue_after">>;

/** The mark of a unit that nobody looked after for longer than its status allows. */
export type Mark = "check" | "overdue";

/** What a mark counts from. */
export type Attended = Pick<Unit, "status" | "status_since" | "checked_at">;

const MINUTE_MS = 60_000;

export const limitsOf = (statuses: readonly Pick<UnitStatus, "code" | "check_after" | "overdue_after">[]): Limits =>
  new Map(
    statuses
      .filter(({ check_after, overdue_after }) => check_after !== null || overdue_after !== null)
      .map((status) => [status.code, status]),
  );

/** The moment from which a unit's limit counts: `Checked`, or the begin of its status. */
const countsFrom = ({ checked_at, status_since }: Attended): number => Date.parse(checked_at ?? status_since);

/** The mark of a unit at a moment in milliseconds since 1970 (document 5 §3); undefined without a limit, and before it. */
export function markOf(unit: Attended, limits: Limits, now: number): Mark | undefined {
  const limit = limits.get(unit.status);
  if (limit === undefined) return undefined;
  const minutes = (now - countsFrom(unit)) / MINUTE_MS;
  if (limit.overdue_after !== null && minutes >= limit.overdue_after) return "overdue";
  return limit.check_after !== null && minutes >= limit.check_after ? "check" : undefined;
}

/** The units under `Needs attention`: those overdue, the longest first. */
export const overdueUnits = <U extends Attended>(units: readonly U[], limits: Limits, now: number): U[] =>
  units
    .filter((unit) => markOf(unit, limits, now) === "overdue")
    .toSorted((one, other) => countsFrom(one) - countsFrom(other));
