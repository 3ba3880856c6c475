import { expect, test } from "vitest";
import { belowMinimum, storedMinimums, typedMinimums } from "./minimums.ts";
import { differs } from "../staff/unsaved.ts";
import { SPECIFIED_STATUSES } from "./specified-statuses.ts";

const unit = (location: string, status: string, operational_status = "ACTIVE") => ({
  location,
  status,
  operational_status,
});
const MALMO = { location: "Malmö", min_free: 2 };

test.each([
  [[], [{ ...MALMO, free: 0 }]],
  [[unit("Malmö", "AVAILABLE"), unit("Malmö", "Radiobil")], []],
  [[unit("Malmö", "AVAILABLE"), unit("Ystad", "AVAILABLE")], [{ ...MALMO, free: 1 }]],
  [[unit("Malmö", "AVAILABLE"), unit("Malmö", "BUSY")], [{ ...MALMO, free: 1 }]],
  [[unit("Malmö", "AVAILABLE", "EXEMPT"), unit("Malmö", "AVAILABLE", "STANDBY")], [{ ...MALMO, free: 1 }]],
])("with %j below the minimum are %j", (units, below) => {
  expect(belowMinimum(units, SPECIFIED_STATUSES, [MALMO])).toEqual(below);
});

test("a form begins with what is stored, and empty for each other location", () => {
  const typed = typedMinimums(["Lund", "Malmö", "constructor"], [MALMO]);
  expect(typed).toEqual({ Lund: "", Malmö: "2", constructor: "" });
  expect(differs(typed, storedMinimums([MALMO]))).toBe(false);
  expect(differs(typed, storedMinimums([]))).toBe(true);
});
