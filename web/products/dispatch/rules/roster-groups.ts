import type { Unit } from "#data/units/queries.ts";

type Placed = Pick<Unit, "id" | "location" | "unit_number">;

/** A unit on the roster: as it is now or, under edit, as it was when the edit began. */
export type RosterRow<U = Unit> = { unit: U; current: U | undefined; isEdited: boolean };
export type RosterGroup<U = Unit> = { location: string; rows: RosterRow<U>[] };

const collator = new Intl.Collator("sv");

const byLocationThenNumber = (a: RosterRow<Placed>, b: RosterRow<Placed>) =>
  collator.compare(a.unit.location, b.unit.location) ||
  collator.compare(a.unit.unit_number, b.unit.unit_number) ||
  (a.unit.id < b.unit.id ? -1 : 1);

/**
 * The roster by location, then by unit number (document 2 §4, §7). A unit under edit stays at its place, whatever others do to it, so that
 * no typing is lost.
 * @param units the units to show; @param edits the units under edit, by key, as they were when the edit began: they are always shown.
 * @param all the whole roster, when `units` is only a part of it.
 */
export function rosterGroups<U extends Placed>(
  units: readonly U[],
  edits: ReadonlyMap<string, U>,
  all: readonly U[] = units,
): RosterGroup<U>[] {
  const rows = units.map((unit): RosterRow<U> => {
    const base = edits.get(unit.id);
    return { unit: base ?? unit, current: unit, isEdited: base !== undefined };
  });
  const known = new Set(units.map(({ id }) => id));
  for (const base of edits.values()) {
    if (known.has(base.id)) continue;
    rows.push({ unit: base, current: all.find(({ id }) => id === base.id), isEdited: true });
  }
  const groups: RosterGroup<U>[] = [];
  for (const row of rows.sort(byLocationThenNumber)) {
    const last = groups.at(-1);
    if (last?.location === row.unit.location) last.rows.push(row);
    else groups.push({ location: row.unit.location, rows: [row] });
  }
  return groups;
}
