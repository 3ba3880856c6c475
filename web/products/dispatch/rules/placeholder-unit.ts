import type { UnitDraft } from "#data/units/schema.ts";

/** The values of a new unit until a person fills it in (document 2 §9; other fields are empty or EXEMPT). */
export const PLACEHOLDER_UNIT: UnitDraft = {
  unit_number: "XX-NEW",
  location: "",
  status: "EXEMPT",
  occupation: "",
  vehicle_type: "",
  operational_status: "EXEMPT",
  crew: "",
};
