import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { WallUnit } from "#data/dispatch_links/wall-board.ts";
import { rosterGroups } from "./roster-groups.ts";

/** A row of the wall: the heading of a location, or a unit. */
export type WallRow = { heading: string } | { unit: WallUnit };
/** The room of the wall: columns, and rows in each. */
export type WallRoom = { columns: number; rows: number };
export type Meaning = UnitStatus["meaning"];

const NO_EDITS: ReadonlyMap<string, WallUnit> = new Map();
/** The order in which units get a row where not all fit, behind those that need attention. */
const RANKS: Record<string, number> = { busy: 1, free: 2, off_duty: 3 };

/**
 * The units of a wall, which is never scrolled (document 5 §3): all by location where they fit, with
 * the location over each column if there is room. Otherwise those that need attention come
 * first, then the busy, free and off-duty ones, and the others are counted by the meaning of their status.
 */
export function wallLayout(
  units: readonly WallUnit[],
  { columns, rows }: WallRoom,
  meaningOf: (unit: WallUnit) => Meaning | undefined,
  needsAttention: (unit: WallUnit) => boolean,
): { columns: WallRow[][]; left: [Meaning | undefined, number][] } {
  const groups = rosterGroups(units, NO_EDITS);
  const arranged = groups.map(({ location, rows: group }) => [
    { heading: location },
    ...group.map(({ unit }) => ({ unit })),
  ]);
  const grouped = inColumns(arranged, rows);
  // A further column would take the width of the statuses' names.
  const repeated = inColumns(arranged, rows, true);
  if (grouped.length <= columns) return { columns: repeated.length > grouped.length ? grouped : repeated, left: [] };
  const rank = (unit: WallUnit) => (needsAttention(unit) ? 0 : (RANKS[meaningOf(unit) ?? ""] ?? 1));
  const ordered = groups
    .flatMap((group) => group.rows.map(({ unit }) => unit))
    .toSorted((one, other) => rank(one) - rank(other));
  const left = new Map<Meaning | undefined, number>();
  for (const unit of ordered.slice(columns * rows)) left.set(meaningOf(unit), (left.get(meaningOf(unit)) ?? 0) + 1);
  const shown = ordered.slice(0, columns * rows).map((unit) => [{ unit }]);
  return { columns: inColumns(shown, rows), left: [...left] };
}

/**
 * Rows in columns of a height. A heading is never the last row of a column.
 * @param isRepeated whether a column that goes on with a location begins with its heading
 */
function inColumns(groups: readonly WallRow[][], height: number, isRepeated = false): WallRow[][] {
  const columns: WallRow[][] = [];
  let column: WallRow[] = [];
  const room = Math.max(height, 2);
  for (const [first, row] of groups.flatMap((group) => group.map((each) => [group[0], each] as const))) {
    if (column.length + ("heading" in row ? 1 : 0) >= room) column = [];
    if (column.length === 0) {
      columns.push(column);
      if (isRepeated && first !== undefined && first !== row) column.push(first);
    }
    column.push(row);
  }
  return columns;
}
