import { expect, test } from "vitest";
import { lacksReason, observedSince } from "./fine-warnings.ts";

const NOON = Date.parse("2026-11-23T12:00:00Z");
const before = (minutes: number) => NOON - minutes * 60_000;
const said = (minutes: number) => new Date(before(minutes)).toISOString();

test.each([
  ["nothing is known", undefined, null, 0],
  ["the check began it", before(10), null, 10],
  ["the given start is before the check", before(10), said(30), 30],
  ["the given start is after the check", before(10), said(5), 10],
  ["a start is given without a check", undefined, said(5), 5],
] as const)("a car was seen since then where %s", (_case, check, given, minutes) => {
  expect(observedSince(check, given, NOON)).toBe(before(minutes));
});

// Spec 4 §3: fines: kind (ticket
test.each([
  ["before the check", before(10), 11, null, true],
  ["before the check, in four letters", before(10), 11, "nej1", true],
  ["before the check, with a reason", before(10), 11, "Sågs av vakt 2", false],
  ["at the check", before(10), 10, null, false],
  ["more than a minute ago without a check", undefined, 2, null, true],
  ["a minute ago without a check", undefined, 1, null, false],
] as const)(
  "an observation from %s lacks a reason or not, as in the database",
  (_case, check, minutes, reason, lacks) => {
    expect(lacksReason(check, { since: before(minutes), moment: NOON, reason })).toBe(lacks);
  },
);
