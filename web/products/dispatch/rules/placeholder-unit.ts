import type { UnitDraft } from "#data/units/schema.ts";

/** What a new unit holds until somebody fills it in (document 2 §9; what is not shown there is left empty or EXEMPT). */
export const PLACEHOLDER_UNIT: UnitDraft = {
  unit_number: "XX-NEW",
  location: "",
  status: "EXEMPT",
  occupation: "",
  vehicle_type: "",
  operational_status: "EXEMPT",
};
