import { expect, test } from "vitest";
import { longDay, moment, span } from "./in-words.ts";

test.each([
  ["2026-12-05", "sv", "5 december 2026"],
  ["2026-12-05", "en", "5 December 2026"],
  // In the company's zone this is the next day.
  ["2026-12-05T23:30:00Z", "en", "6 December 2026"],
] as const)("%s in %s is %s", (value, lang, expected) => {
  expect(longDay(value, lang)).toBe(expected);
});

test("a moment has no word of the other language", () => {
  expect(moment("2026-10-25T00:30:00Z", "sv")).toBe("2026-10-25 02:30 sommartid");
  expect(moment("2026-10-25T00:30:00Z", "en")).toBe("2026-10-25 02:30");
});

test.each([
  ["2026-11-21T08:30:00Z", "2026-11-21T08:42:00Z", "sv", "2026-11-21 09:30–09:42"],
  // The fine was issued at sight, without an observation.
  ["2026-11-21T08:30:05Z", "2026-11-21T08:30:40Z", "en", "2026-11-21 09:30"],
  ["2026-11-21T22:58:00Z", "2026-11-21T23:04:00Z", "sv", "2026-11-21 23:58 – 2026-11-22 00:04"],
  ["2026-10-25T00:58:00Z", "2026-10-25T01:04:00Z", "sv", "2026-10-25 02:58 sommartid – 02:04 normaltid"],
] as const)("from %s to %s in %s: %s", (from, to, lang, expected) => {
  expect(span(from, to, lang)).toBe(expected);
});
