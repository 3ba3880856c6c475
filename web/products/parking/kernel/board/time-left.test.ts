import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const now = Date.parse("2026-11-22T14:00:00Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

test.each([
  ["runs for long", -10, 72, "1 h 12 min kvar", false],
  ["ends in a quarter of an hour", -10, 15, "15 min kvar", false],
  ["ends soon", -10, 14.5, "15 min kvar", true],
  ["ends now", -10, 0, "0 min kvar", true],
  ["is over since half a minute", -10, -0.5, "för 0 min sedan", false],
  ["is over since two days", -9000, -2940, "för 2 d 1 h sedan", false],
  ["begins today", 240, 300, "börjar 19:00", false],
  ["begins another day", 600, 700, "börjar 2026-11-23 01:00", false],
])("a parking that %s", (_name, start, end, text, isSoon) => {
  expect(timeLeft({ start_time: at(start), end_time: at(end) }, now)).toEqual({ text, isSoon });
});
