import { expect, test } from "vitest";
import { laterEnd, totalInWords } from "./span-length.ts";

const span = { start_date: "2026-11-22", start_time: "22:30", end_date: "2026-11-23", end_time: "00:15" };

// Spec 4 §5: On the form:
test.each([
  ["half an hour", span, 30, { end_date: "2026-11-23", end_time: "00:45" }],
  [
    "from the start where the end is none",
    { ...span, end_time: "9x" },
    60,
    { end_date: "2026-11-22", end_time: "23:30" },
  ],
  [
    "from the start where the end is before it",
    { ...span, end_date: "2026-11-21" },
    120,
    { end_date: "2026-11-23", end_time: "00:30" },
  ],
  [
    "from the end where the start is none",
    { ...span, start_time: "" },
    60,
    { end_date: "2026-11-23", end_time: "01:15" },
  ],
  ["nothing where neither can be read", { ...span, start_time: "", end_time: "" }, 60, undefined],
  // Clocks are set back in that night.
  [
    "an hour that passes",
    { ...span, start_date: "2026-10-25", start_time: "01:30", end_date: "2026-10-25", end_time: "02:30" },
    60,
    { end_date: "2026-10-25", end_time: "02:30 normaltid" },
  ],
])("a later end: %s", (_name, typed, minutes, end) => expect(laterEnd(typed, minutes)).toEqual(end));

test.each([
  ["1 timme och 45 minuter", span],
  ["2 dygn, 1 timme och 1 minut", { ...span, end_date: "2026-11-24", end_time: "23:31" }],
  ["2 timmar", { ...span, end_time: "00:30" }],
  [undefined, { ...span, end_date: "2026-11-22", end_time: "22:30" }],
  [undefined, { ...span, end_time: "" }],
])("the total is %s", (words, typed) => expect(totalInWords(typed)).toBe(words));
