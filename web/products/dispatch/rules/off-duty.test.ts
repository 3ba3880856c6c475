import { expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { offDutyPlan } from "./off-duty.ts";

const STATUSES = [
  { code: "AVAILABLE", meaning: "free" },
  { code: "BUSY", meaning: "busy" },
  { code: "EXEMPT", meaning: "off_duty" },
];
const unit = (id: string, status: string, location = "Malmö") => ({ id, status, location }) as Unit;
const [free, busy, off, elsewhere] = [
  unit("free", "AVAILABLE"),
  unit("busy", "BUSY"),
  unit("off", "EXEMPT"),
  unit("elsewhere", "BUSY", "Lund"),
];
const ALL = [free, busy, off, elsewhere];

test.each([
  ["all", null, [free, elsewhere]],
  ["a location", "Malmö", [free]],
])("of %s those go that are on duty and have no alarm", (_, location, changes) => {
  expect(offDutyPlan(ALL, STATUSES, new Set(["busy"]), location)).toEqual({
    changes,
    stays: [
      { unit: busy, why: "alarm" },
      { unit: off, why: "off-duty" },
    ],
  });
});
