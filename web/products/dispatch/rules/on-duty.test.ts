import { expect, test } from "vitest";
import { dutyOf, unitsOnDuty } from "./on-duty.ts";

const STATUSES = [
  { code: "AVAILABLE", meaning: "free" },
  { code: "BUSY", meaning: "busy" },
  { code: "EXEMPT", meaning: "off_duty" },
];
const unit = (status: string, operational_status: string) => ({ status, operational_status });

test.each([
  ["nobody", [], { free: 0, onDuty: 0 }],
  ["a free one", [unit("AVAILABLE", "ACTIVE")], { free: 1, onDuty: 1 }],
  ["a free and a busy one", [unit("AVAILABLE", "EXEMPT"), unit("BUSY", "ACTIVE")], { free: 1, onDuty: 2 }],
  ["one that is off duty", [unit("EXEMPT", "ACTIVE")], { free: 0, onDuty: 0 }],
  [
    "those on standby and in maintenance",
    [unit("AVAILABLE", "STANDBY"), unit("AVAILABLE", "MAINTENANCE")],
    { free: 0, onDuty: 0 },
  ],
])("counts %s", (_, units, expected) => {
  expect(dutyOf(units, STATUSES)).toEqual(expected);
});

// Spec 5 §3: **Options**: under the
test("a figure leads to the units that it counts", () => {
  const units = [
    unit("AVAILABLE", "ACTIVE"),
    unit("BUSY", "EXEMPT"),
    unit("AVAILABLE", "STANDBY"),
    unit("EXEMPT", "ACTIVE"),
  ];
  expect(unitsOnDuty(units, STATUSES, "free")).toEqual(units.slice(0, 1));
  expect(unitsOnDuty(units, STATUSES, "on-duty")).toEqual(units.slice(0, 2));
  expect(unitsOnDuty(units, STATUSES, "")).toBe(units);
});
