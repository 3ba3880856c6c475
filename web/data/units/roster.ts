/** The cached roster, and the effect of changes on it. */
import type { Change } from "../live.ts";
import { UNIT_FIELDS } from "./merge.ts";
import type { Unit } from "./queries.ts";

/** News about a unit. The unit is as the roster had it before; a change that the roster knows already is no news. */
export type UnitNews = { kind: "added" | "updated" | "deleted"; unit: Unit };

/** A unit with only the columns of the roster; a live event carries more. */
const pick = (row: Unit): Unit => ({
  id: row.id,
  unit_number: row.unit_number,
  location: row.location,
  status: row.status,
  occupation: row.occupation,
  vehicle_type: row.vehicle_type,
  operational_status: row.operational_status,
  updated_at: row.updated_at,
  status_since: row.status_since,
  checked_at: row.checked_at,
  crew: row.crew,
});

/** The roster with a unit added or replaced; the same array when it has this version or a later one. */
export function withUnit(roster: readonly Unit[], row: Unit): readonly Unit[] {
  const known = roster.find(({ id }) => id === row.id);
  if (known === undefined) return [...roster, pick(row)];
  if (known.updated_at === row.updated_at || Date.parse(known.updated_at) > Date.parse(row.updated_at)) return roster;
  return roster.map((unit) => (unit.id === row.id ? pick(row) : unit));
}

/** The roster after a press on a unit: its status, its times and its version; the same array when it has no such unit. */
export function withStatus(
  roster: readonly Unit[],
  id: string,
  changed: Partial<Unit> & Pick<Unit, "updated_at">,
): readonly Unit[] {
  const known = roster.find((unit) => unit.id === id);
  return known === undefined ? roster : withUnit(roster, { ...known, ...changed });
}

/** The roster without a unit; the same array when it has no such unit. */
export const withoutUnit = (roster: readonly Unit[], id: string): readonly Unit[] =>
  roster.some((unit) => unit.id === id) ? roster.filter((unit) => unit.id !== id) : roster;

/** The roster after a live event, with the news; the same array and no news when the roster knew it already. */
export function applyUnitChange(
  roster: readonly Unit[],
  change: Change<"units">,
): { roster: readonly Unit[]; news?: UnitNews } {
  if (change.eventType === "DELETE") {
    const unit = roster.find(({ id }) => id === change.old.id);
    if (unit === undefined) return { roster };
    return { roster: withoutUnit(roster, unit.id), news: { kind: "deleted", unit } };
  }
  const next = withUnit(roster, change.new);
  if (next === roster) return { roster };
  const known = roster.find(({ id }) => id === change.new.id);
  // A unit that somebody looked after is as it was.
  if (known !== undefined && UNIT_FIELDS.every((column) => known[column] === change.new[column]))
    return { roster: next };
  return { roster: next, news: { kind: next.length > roster.length ? "added" : "updated", unit: pick(change.new) } };
}
