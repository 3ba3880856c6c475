import { UNIT_FIELDS } from "#data/units/merge.ts";
import type { Unit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";

export type UnitField = keyof UnitDraft;

/** A field that another person changed. */
export type Difference = { field: UnitField; was: string; now: string };

/** The fields that differ between two versions of a unit; empty when only the version differs. */
export const differencesOf = (earlier: Unit, later: Unit): Difference[] =>
  UNIT_FIELDS.filter((field) => earlier[field] !== later[field]).map((field) => ({
    field,
    was: earlier[field],
    now: later[field],
  }));
