import { expect, test } from "vitest";
import { longDay, moment } from "./in-words.ts";

test.each([
  ["2026-12-05", "sv", "5 december 2026"],
  ["2026-12-05", "en", "5 December 2026"],
  // The next day in the company's zone.
  ["2026-12-05T23:30:00Z", "en", "6 December 2026"],
] as const)("%s in %s is %s", (value, lang, expected) => {
  expect(longDay(value, lang)).toBe(expected);
});

test("a moment has no word of the other language", () => {
  expect(moment("2026-10-25T00:30:00Z", "sv")).toBe("2026-10-25 02:30 sommartid");
  expect(moment("2026-10-25T00:30:00Z", "en")).toBe("2026-10-25 02:30");
});
