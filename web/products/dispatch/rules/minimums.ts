import type { LocationMinimum } from "#data/location_minimums/queries.ts";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { isInService } from "./roster-filter.ts";

type Where = Pick<Unit, "location" | "status" | "operational_status">;
type Meanings = readonly Pick<UnitStatus, "code" | "meaning">[];

/** How many units of a location are free: in service, with a status that means it. */
export function freeAt(location: string, units: readonly Where[], statuses: Meanings): number {
  const free = new Set(statuses.filter(({ meaning }) => meaning === "free").map(({ code }) => code));
  return units.filter(
    (unit) => unit.location === location && free.has(unit.status) && isInService(unit.operational_status),
  ).length;
}

/** The locations that have fewer free units than they should (document 5 §3). */
export const belowMinimum = (
  units: readonly Where[],
  statuses: Meanings,
  minimums: readonly LocationMinimum[],
): (LocationMinimum & { free: number })[] =>
  minimums
    .map((minimum) => ({ ...minimum, free: freeAt(minimum.location, units, statuses) }))
    .filter(({ free, min_free }) => free < min_free);

/** The stored minimums as a form holds them, by location. */
export const storedMinimums = (minimums: readonly LocationMinimum[]): Record<string, string> =>
  Object.fromEntries(minimums.map(({ location, min_free }) => [location, String(min_free)]));

/** The form's first values: one for each location, empty for none. */
export const typedMinimums = (locations: readonly string[], minimums: readonly LocationMinimum[]) => ({
  ...Object.fromEntries(locations.map((location) => [location, ""])),
  ...storedMinimums(minimums),
});
