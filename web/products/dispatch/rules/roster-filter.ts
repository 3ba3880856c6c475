import type { Unit } from "#data/units/queries.ts";
import type { Duty } from "./shown-rows.ts";
import { OPERATIONAL_STATUSES } from "#contract/states.ts";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";

/** A filter of the roster: a status (the empty text means any), a location (undefined means any), words, and the units of a figure. */
export type RosterFilter = { status: string; place: string | undefined; words: string; duty: Duty };

export const WHOLE_ROSTER: RosterFilter = { status: "", place: undefined, words: "", duty: "" };

const fold = (text: string) => text.toLocaleLowerCase("sv");

/** The units that contain every word in their number, location, occupation, vehicle, crew or states; a part of a word is enough. */
export function unitsWithWords(
  units: readonly Unit[],
  words: string,
  nameOf: (status: string) => string = (code) => code,
): readonly Unit[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return units;
  return units.filter((unit) => {
    const { unit_number, location, occupation, vehicle_type, status, operational_status, crew } = unit;
    const text = fold(
      [unit_number, location, occupation, vehicle_type, nameOf(status), operational_status, crew].join("\n"),
    );
    return wanted.every((word) => text.includes(word));
  });
}

/** The units of a status; the empty text gives the whole array. */
export const unitsOfStatus = (units: readonly Unit[], status: string): readonly Unit[] =>
  status === "" ? units : units.filter((unit) => unit.status === status);

/** The units of a location; undefined gives the whole array. */
export const unitsAt = (units: readonly Unit[], place: string | undefined): readonly Unit[] =>
  place === undefined ? units : units.filter(({ location }) => location === place);

/** The locations with their numbers of units, and with `shown`, which may have lost its units. */
export function placeCounts(units: readonly Unit[], shown?: string): { location: string; count: number }[] {
  const counts = new Map(shown === undefined ? [] : [[shown, 0]]);
  for (const { location } of units) counts.set(location, (counts.get(location) ?? 0) + 1);
  return [...counts]
    .map(([location, count]) => ({ location, count }))
    .toSorted((one, other) => one.location.localeCompare(other.location, "sv"));
}

/** Whether a unit with this operational status (document 2 §4) can be sent: a unit on standby or in maintenance cannot. */
export const isInService = (operationalStatus: string): boolean =>
  operationalStatus === "ACTIVE" || operationalStatus === "EXEMPT";

/** The number of units out of service, by operational status, such as `2 STANDBY, 1 MAINTENANCE`; an empty text when all are in service. */
const outOfService = (units: readonly Unit[]): string =>
  OPERATIONAL_STATUSES.filter((each) => !isInService(each))
    .map((each) => ({ each, count: units.filter((unit) => unit.operational_status === each).length }))
    .filter(({ count }) => count > 0)
    .map(({ each, count }) => `${count} ${each}`)
    .join(", ");

/**
 * The number of units with each status, in the order of the list, with the units out of service in brackets: an AVAILABLE unit in
 * maintenance is not free. Empty statuses are left out, except `shown`.
 */
export const statusCounts = (
  units: readonly Unit[],
  statuses: readonly UnitStatus[],
  shown = "",
): { status: UnitStatus; count: string }[] =>
  statuses
    .map((status) => ({ status, found: unitsOfStatus(units, status.code) }))
    .filter(({ status, found }) => found.length > 0 || status.code === shown)
    .map(({ status, found }) => {
      const out = outOfService(found);
      return { status, count: out === "" ? String(found.length) : `${found.length} (${out})` };
    });

/** The moment of the latest change of a unit; undefined without units. */
export const latestChange = (units: readonly Unit[]): string | undefined =>
  units.reduce<string | undefined>(
    (latest, { updated_at: at }) => (latest === undefined || Date.parse(at) > Date.parse(latest) ? at : latest),
    undefined,
  );

const begins = (name: string, typed: string) => name.toLowerCase().startsWith(typed.toLowerCase());

/** The shortest beginnings, of two letters or more, that tell names apart as the command line does: `AV`, `Rad` and `Ras`. */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    names.map((name) => {
      let length = 2;
      const isShared = () => names.some((other) => other !== name && begins(other, name.slice(0, length)));
      while (length < name.length && isShared()) length += 1;
      return [name, name.slice(0, length)];
    }),
  );
}
