import { expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { offDutyPlan } from "./off-duty.ts";

const STATUSES = [
  { code: "AVAILABLE", meaning: "free" },
  { code: "BUSY", meaning: "busy" },
  { code: "EXEMPT", meaning: "off_duty" },
];
const unit = (id: string, status: string, location = "Malmö") => ({ id, status, location }) as Unit;
const [free, busy, off, sent, elsewhere] = [
  unit("free", "AVAILABLE"),
  unit("busy", "BUSY"),
  unit("off", "EXEMPT"),
  unit("sent", "BUSY"),
  unit("elsewhere", "BUSY", "Lund"),
];
const ALL = [free, busy, off, sent, elsewhere];

test.each([
  ["all", null, [free, elsewhere]],
  ["a location", "Malmö", [free]],
])("of %s those go that are on duty have no alarm and are on no call", (_, location, changes) => {
  expect(offDutyPlan(ALL, STATUSES, new Set(["busy"]), new Set(["sent", null]), location)).toEqual({
    changes,
    stays: [
      { unit: busy, why: "alarm" },
      { unit: off, why: "off-duty" },
      { unit: sent, why: "on-call" },
    ],
  });
});
