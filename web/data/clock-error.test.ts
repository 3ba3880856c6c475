import { expect, test } from "vitest";
import { clockErrorMs, noteClock } from "./clock-error.ts";

const answer = (date: string | null) => ({ headers: new Headers(date === null ? {} : { date }) });
const NOON = Date.parse("2026-11-27T12:00:00Z");

// Spec 5 §1: Every function with `at`
test.each([
  ["a clock that is right", NOON + 900, 0],
  ["a clock that is 7 minutes ahead", NOON + 420_000, 420_000],
  ["a clock that is 7 minutes behind", NOON - 420_000, -420_000],
])("%s", (_, now, expected) => {
  noteClock(answer("Fri, 27 Nov 2026 12:00:00 GMT"), now);
  expect(clockErrorMs()).toBe(expected);
});

test("an answer that hides its date changes nothing", () => {
  noteClock(answer("Fri, 27 Nov 2026 12:00:00 GMT"), NOON + 420_000);
  noteClock(answer(null), NOON);
  expect(clockErrorMs()).toBe(420_000);
});
