import { expect, test } from "vitest";
import { latestMonth, monthLater, monthWords } from "./month.ts";

test.each([
  ["2026-11", 1, "2026-12"],
  ["2026-12", 1, "2027-01"],
  ["2026-01", -1, "2025-12"],
])("%s and %i months is %s", (month, later, expected) => {
  expect(monthLater(month, later)).toBe(expected);
});

// Spec 5 §6: **work_hours(project
test("months ahead are shown to those for whom shifts are planned", () => {
  const now = Date.parse("2026-11-30T23:30:00Z");
  expect([latestMonth(now, "attendant"), latestMonth(now, "ase-employee")]).toEqual(["2026-12", "2027-12"]);
});

test("a month in words", () => {
  expect([monthWords("2026-11", "sv"), monthWords("2026-11", "en")]).toEqual(["november 2026", "November 2026"]);
});
