import type { Unit } from "#data/units/queries.ts";
import { UNIT_STATUSES } from "#contract/states.ts";

/** Which units a dispatcher looks for: of a status or of any (the empty text), and with these words. */
export type RosterFilter = { status: string; words: string };

export const WHOLE_ROSTER: RosterFilter = { status: "", words: "" };

const fold = (text: string) => text.toLocaleLowerCase("sv");

/** The units that hold every word in their number, location, occupation, vehicle or states; a part of a word is enough. */
export function unitsWithWords(units: readonly Unit[], words: string): readonly Unit[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return units;
  return units.filter((unit) => {
    const { unit_number, location, occupation, vehicle_type, status, operational_status } = unit;
    const text = fold([unit_number, location, occupation, vehicle_type, status, operational_status].join("\n"));
    return wanted.every((word) => text.includes(word));
  });
}

/** The units of a status; of the empty text all of them, the same array. */
export const unitsOfStatus = (units: readonly Unit[], status: string): readonly Unit[] =>
  status === "" ? units : units.filter((unit) => unit.status === status);

/** How many units have each status, in the order of document 2 §4; what none has is left out, but for the one that is `shown`. */
export const statusCounts = (units: readonly Unit[], shown = ""): { status: string; count: number }[] =>
  UNIT_STATUSES.map((status) => ({ status, count: unitsOfStatus(units, status).length })).filter(
    ({ status, count }) => count > 0 || status === shown,
  );

/** The moment at which a unit was changed last; undefined without units. */
export const latestChange = (units: readonly Unit[]): string | undefined =>
  units.reduce<string | undefined>(
    (latest, { updated_at: at }) => (latest === undefined || Date.parse(at) > Date.parse(latest) ? at : latest),
    undefined,
  );
