import { expect, test } from "vitest";
import { dayAndTimeText, momentText, spanSince } from "./moment-text.ts";

const NOW = Date.parse("2026-11-28T12:30:00+01:00");

// Spec 5 §3: `Units`: in a row the status
test.each([
  ["2026-11-28T11:43:00+01:00", "11:43", "11:43", "47 min"],
  ["2026-11-27T23:50:00+01:00", "23:50", "23:50", "12 h 40 min"],
  // The same time a day ago is not this time.
  ["2026-11-27T12:30:00+01:00", "27 Nov", "27 Nov 12:30", "1 d"],
  ["2026-11-22T09:00:00+01:00", "22 Nov", "22 Nov 09:00", "6 d 3 h"],
  ["2026-11-21T12:30:00+01:00", "21 Nov", "21 Nov 12:30", "7 d"],
  ["2026-05-01T00:10:00+02:00", "1 May", "1 May 00:10", "211 d"],
  // The day of the company's zone.
  ["2026-03-31T22:30:00Z", "1 Apr", "1 Apr 00:30", "241 d"],
  ["2026-02-02T12:30:00+01:00", "2 Feb", "2 Feb 12:30", "299 d"],
  ["2026-02-01T12:30:00+01:00", "2026", "1 Feb 2026 12:30", "300 d"],
  ["2025-11-27T12:00:00+01:00", "2025", "27 Nov 2025 12:00", "366 d"],
])("%s is %s in a row, %s with its time, and %s ago", (at, short, long, span) => {
  expect([momentText(at, NOW), dayAndTimeText(at, NOW), spanSince(at, NOW, "now")]).toEqual([short, long, span]);
});
