import { expect, test } from "vitest";
import { monthLater, monthWords } from "./month.ts";

test.each([
  ["2026-11", 1, "2026-12"],
  ["2026-12", 1, "2027-01"],
  ["2026-01", -1, "2025-12"],
])("%s and %i months is %s", (month, later, expected) => {
  expect(monthLater(month, later)).toBe(expected);
});

test("a month in words", () => {
  expect([monthWords("2026-11", "sv"), monthWords("2026-11", "en")]).toEqual(["november 2026", "November 2026"]);
});
