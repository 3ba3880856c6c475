import { expect, test } from "vitest";
import { mondaysOf, mondayOf, numberOfWeek, weeksOf } from "./weeks.ts";

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2026-11-29", "2026-11-23"],
  ["2026-10-25", "2026-10-19"],
  ["2027-01-01", "2026-12-28"],
])("the week of %s begins on %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test.each([
  ["2026-11-23", "2026", 48],
  ["2026-12-28", "2026", 53],
  ["2027-01-04", "2027", 1],
  ["2024-12-30", "2025", 1],
  ["2025-12-29", "2026", 1],
])("the week of Monday %s is of %s, number %i", (monday, year, week) => {
  expect(numberOfWeek(monday)).toEqual({ year, week });
});

test.each([
  ["", "13", "2026-08-31"],
  ["weeks=26", "26", "2026-06-01"],
  ["weeks=52", "52", "2025-12-01"],
  ["weeks=1000", "13", "2026-08-31"],
])("the address %j has %s whole weeks, this one too", (search, choice, first) => {
  const period = weeksOf(new URLSearchParams(search), "2026-11-26");
  expect(period).toEqual({ choice, first, last: "2026-11-29" });
  expect(mondaysOf(period)).toHaveLength(Number(choice));
});
