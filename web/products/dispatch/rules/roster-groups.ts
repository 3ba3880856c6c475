import type { Unit } from "#data/units/queries.ts";

/** A unit on the roster: as it is now or, under edit, as it was when the edit began. */
export type RosterRow = { unit: Unit; current: Unit | undefined; isEdited: boolean };
export type RosterGroup = { location: string; rows: RosterRow[] };

const collator = new Intl.Collator("sv");

const byLocationThenNumber = (a: RosterRow, b: RosterRow) =>
  collator.compare(a.unit.location, b.unit.location) ||
  collator.compare(a.unit.unit_number, b.unit.unit_number) ||
  (a.unit.id < b.unit.id ? -1 : 1);

/**
 * The roster by location, then by unit number (document 2 §4, §7). A unit under edit stays at its place, whatever others do to it, so that
 * no typing is lost.
 * @param units the units to show; @param edits the units under edit, by key, as they were when the edit began: they are always shown.
 * @param all the whole roster, when `units` is only a part of it.
 */
export function rosterGroups(
  units: readonly Unit[],
  edits: ReadonlyMap<string, Unit>,
  all: readonly Unit[] = units,
): RosterGroup[] {
  const rows = units.map((unit): RosterRow => {
    const base = edits.get(unit.id);
    return { unit: base ?? unit, current: unit, isEdited: base !== undefined };
  });
  const known = new Set(units.map(({ id }) => id));
  for (const base of edits.values()) {
    if (known.has(base.id)) continue;
    rows.push({ unit: base, current: all.find(({ id }) => id === base.id), isEdited: true });
  }
  const groups: RosterGroup[] = [];
  for (const row of rows.sort(byLocationThenNumber)) {
    const last = groups.at(-1);
    if (last?.location === row.unit.location) last.rows.push(row);
    else groups.push({ location: row.unit.location, rows: [row] });
  }
  return groups;
}
