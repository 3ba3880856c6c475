import { expect, test } from "vitest";
import { laterEnd, midnightAfter, totalInWords } from "./span-length.ts";

const span = { startDate: "2026-11-22", startTime: "22:30", endDate: "2026-11-23", endTime: "00:15" };

test.each([
  ["half an hour", span, 30, { endDate: "2026-11-23", endTime: "00:45" }],
  ["from the start where the end is none", { ...span, endTime: "9x" }, 60, { endDate: "2026-11-22", endTime: "23:30" }],
  [
    "from the start where the end is before it",
    { ...span, endDate: "2026-11-21" },
    120,
    { endDate: "2026-11-23", endTime: "00:30" },
  ],
  ["from the end where the start is none", { ...span, startTime: "" }, 60, { endDate: "2026-11-23", endTime: "01:15" }],
  ["nothing where neither can be read", { ...span, startTime: "", endTime: "" }, 60, undefined],
  // Clocks are set back that night.
  [
    "an hour that passes",
    { ...span, startDate: "2026-10-25", startTime: "01:30", endDate: "2026-10-25", endTime: "02:30" },
    60,
    { endDate: "2026-10-25", endTime: "02:30 normaltid" },
  ],
])("a later end: %s", (_name, typed, minutes, end) => expect(laterEnd(typed, minutes)).toEqual(end));

test("midnight is the end of the day of the start", () => {
  expect(midnightAfter(span)).toEqual({ endDate: "2026-11-23", endTime: "00:00" });
  expect(midnightAfter({ ...span, startDate: "" })).toBeUndefined();
});

test.each([
  ["1 timme och 45 minuter", span],
  ["2 dygn, 1 timme och 1 minut", { ...span, endDate: "2026-11-24", endTime: "23:31" }],
  ["2 timmar", { ...span, endTime: "00:30" }],
  [undefined, { ...span, endDate: "2026-11-22", endTime: "22:30" }],
  [undefined, { ...span, endTime: "" }],
])("the total is %s", (words, typed) => expect(totalInWords(typed)).toBe(words));
