import { expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { differencesOf } from "./differences.ts";

const base: Unit = {
  id: "a",
  unit_number: "31-1010",
  location: "Malmö",
  status: "AVAILABLE",
  occupation: "",
  vehicle_type: "Volvo V90",
  operational_status: "ACTIVE",
  updated_at: "2026-11-21T09:00:00+00:00",
  status_since: "2026-11-21T09:00:00+00:00",
  checked_at: null,
  crew: "",
};

test.each([
  [{}, []],
  [{ updated_at: "2026-11-21T09:05:00+00:00" }, []],
  [{ status: "BUSY" }, ["status: AVAILABLE → BUSY"]],
  [
    { operational_status: "STANDBY", unit_number: "31-1011", occupation: "Patrull" },
    ["unit_number: 31-1010 → 31-1011", "occupation:  → Patrull", "operational_status: ACTIVE → STANDBY"],
  ],
])("%j", (over, expected) => {
  const found = differencesOf(base, { ...base, ...over });
  expect(found.map(({ field, was, now }) => `${field}: ${was} → ${now}`)).toEqual(expected);
});
