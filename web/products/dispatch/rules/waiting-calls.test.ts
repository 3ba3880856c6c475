import { expect, test } from "vitest";
import type { CallStatus } from "#data/calls/queries.ts";
import { isPastLimit, waitingOf } from "./waiting-calls.ts";

const NOW = Date.parse("2026-11-26T20:00:00Z");
const ago = (minutes: number, status: CallStatus = "waiting", priority = 1) => ({
  status,
  priority,
  waiting_since: new Date(NOW - minutes * 60_000 - 1000).toISOString(),
});

test("waiting calls are counted, with the minutes of the longest", () => {
  expect(waitingOf([ago(4), ago(1), ago(50, "assigned"), ago(60, "cleared")], NOW)).toEqual({ count: 2, longest: 4 });
  expect(waitingOf([], NOW)).toEqual({ count: 0, longest: 0 });
  // A clock that is late counts nothing below zero.
  expect(waitingOf([ago(-5)], NOW)).toEqual({ count: 1, longest: 0 });
});

test.each([
  [ago(2), true],
  [ago(1), false],
  [ago(4, "waiting", 2), false],
  [ago(5, "waiting", 2), true],
  [ago(15, "waiting", 3), true],
  [ago(90, "assigned"), false],
])("a call is past the limit of its priority, %j: %s", (call, expected) => {
  expect(isPastLimit(call, [2, 5, 15], NOW)).toBe(expected);
});
