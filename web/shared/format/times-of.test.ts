import { expect, test } from "vitest";
import { timesAndLength } from "./times-of.ts";

// Spec rules §13: An employee starts
test.each([
  ["2026-11-22T06:00:00Z", "2026-11-22T14:00:00Z", "07:00–15:00 · 8 h"],
  ["2026-11-21T20:00:00Z", "2026-11-22T06:05:00Z", "21:00–07:05 · 10 h 5 min"],
  // Clocks were set back in this night, so the shift was an hour longer than its times say.
  ["2026-10-24T22:00:00Z", "2026-10-25T05:00:00Z", "00:00–06:00 · 7 h"],
  ["2026-11-21T06:00:00Z", "2026-11-22T07:00:00Z", "07:00–2026-11-22 08:00 · 1 d 1 h"],
])("%s to %s", (started_at, ended_at, expected) => {
  expect(timesAndLength(new Date(started_at), new Date(ended_at))).toBe(expected);
});
