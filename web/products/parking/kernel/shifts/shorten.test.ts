import { expect, test } from "vitest";
import { shorten } from "./shorten.ts";

test.each([
  ["an empty text", "", ""],
  ["100 characters", "å".repeat(100), "å".repeat(100)],
  ["101 characters", "å".repeat(101), `${"å".repeat(100)}…`],
  ["a cut after a space", `${"a".repeat(99)} bcd`, `${"a".repeat(99)}…`],
  ["100 signs of two units each", "🚗".repeat(100), "🚗".repeat(100)],
  ["101 signs of several units each", "👩‍🔧".repeat(101), `${"👩‍🔧".repeat(100)}…`],
])("%s", (_what, text, expected) => {
  expect(shorten(text)).toBe(expected);
});
