import { expect, test } from "vitest";
import type { DaySum } from "#data/site_overview/queries.ts";
import { bucketsOf, countsIn, unpaidInTime } from "./series.ts";

test("a month is drawn by day, also over a change of the clocks", () => {
  const days = bucketsOf({ first: "2026-10-20", last: "2026-11-19" });
  expect(days).toHaveLength(31);
  expect(days[0]).toEqual({ from: "2026-10-20", to: "2026-10-20" });
  expect(days.at(-1)).toEqual({ from: "2026-11-19", to: "2026-11-19" });
});

// Spec 4 §5: Översikt: figures …
// Spec 4 §5: Customer admin, beside
test("a longer period is drawn by week, counted back from its last day", () => {
  const weeks = bucketsOf({ first: "2026-08-25", last: "2026-11-22" });
  expect(weeks).toHaveLength(13);
  expect(weeks[0]).toEqual({ from: "2026-08-25", to: "2026-08-30" });
  expect(weeks[1]).toEqual({ from: "2026-08-31", to: "2026-09-06" });
  expect(weeks.at(-1)).toEqual({ from: "2026-11-16", to: "2026-11-22" });
});

test("each day is counted once, in its bucket, under its key", () => {
  const rows: DaySum[] = [
    ["2026-11-01", "fines", "issued", 3],
    ["2026-11-02", "fines", "issued", 4],
    ["2026-11-02", "fines", "paid", 5],
    ["2026-11-03", "fines", "paid", 6],
    ["2026-11-02", "objections", "open", 9],
  ];
  const buckets = [
    { from: "2026-11-01", to: "2026-11-02" },
    { from: "2026-11-03", to: "2026-11-04" },
  ];
  expect(countsIn(rows, "fines", ["issued", "paid"], buckets)).toEqual([
    [7, 5],
    [0, 6],
  ]);
});

test("an unpaid fine has time until its thirtieth day, that day included", () => {
  const rows: DaySum[] = [
    ["2026-10-22", "payments", "not", 1],
    ["2026-10-23", "payments", "not", 2],
    ["2026-11-22", "payments", "not", 4],
    ["2026-11-22", "payments", "within", 8],
    ["2026-11-22", "fines", "issued", 16],
  ];
  expect(unpaidInTime(rows, "2026-11-22")).toBe(6);
});
