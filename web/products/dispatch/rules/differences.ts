import type { Unit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";

export type UnitField = keyof UnitDraft;

/** The fields of a unit that a dispatcher changes, in the order of the form. */
export const UNIT_FIELDS = [
  "unit_number",
  "location",
  "status",
  "occupation",
  "vehicle_type",
  "operational_status",
] as const satisfies readonly UnitField[];

/** A field that another person changed. */
export type Difference = { field: UnitField; was: string; now: string };

/** The fields that differ between two versions of a unit; empty when only the version differs. */
export const differencesOf = (earlier: Unit, later: Unit): Difference[] =>
  UNIT_FIELDS.filter((field) => earlier[field] !== later[field]).map((field) => ({
    field,
    was: earlier[field],
    now: later[field],
  }));
