/** An edit of a unit beside other people's changes (document 5 §3): a field that nobody touched here goes with the newer value. */
import type { Unit } from "./queries.ts";
import type { UnitDraft } from "./schema.ts";

type Fields = Record<keyof UnitDraft, string>;

/** The fields of a unit that a dispatcher changes, in the order of the form. */
export const UNIT_FIELDS = [
  "unit_number",
  "location",
  "status",
  "occupation",
  "vehicle_type",
  "operational_status",
  "crew",
] as const satisfies readonly (keyof UnitDraft)[];

/**
 * An edit carried over to a newer version of its unit.
 * @param basis the values that the edit began with; @param typed its values now; @param now the unit as it is.
 * @returns the values with the newer ones in fields that were not touched, and the touched fields that somebody else changed otherwise.
 */
export function mergeEdit<Typed extends Fields>(
  basis: Fields,
  typed: Typed,
  now: Fields,
): { values: Typed; conflicts: (keyof UnitDraft)[] } {
  const untouched = UNIT_FIELDS.filter((field) => typed[field] === basis[field]);
  const conflicts = UNIT_FIELDS.filter(
    (field) => typed[field] !== basis[field] && now[field] !== basis[field] && now[field] !== typed[field],
  );
  return { values: { ...typed, ...Object.fromEntries(untouched.map((field) => [field, now[field]])) }, conflicts };
}

/** The fields of a unit that a form has. */
export const fieldsOf = (unit: Unit): Fields =>
  Object.fromEntries(UNIT_FIELDS.map((field) => [field, unit[field]])) as Fields;
