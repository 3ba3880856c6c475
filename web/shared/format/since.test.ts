import { expect, test } from "vitest";
import { sinceInDays, sinceText } from "./since.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

// Spec rules §9: A unit's status
test.each([
  ["2026-11-22T12:00:30Z", "now"],
  ["2026-11-22T11:59:01Z", "now"],
  ["2026-11-22T11:59:00Z", "1 min"],
  ["2026-11-22T11:48:20Z", "11 min"],
  ["2026-11-22T10:55:00.5Z", "1 h 4 min"],
  ["2026-11-20T09:00:00Z", "2 d 3 h"],
])("%s is %s", (at, text) => {
  expect(sinceText(at, NOW, "now")).toBe(text);
});

test.each([
  ["2026-11-22T10:55:00Z", "1 h 5 min"],
  ["2026-11-20T12:00:01Z", "1 d 23 h"],
  ["2026-11-20T12:00:00Z", "2 dagar"],
  ["2026-10-21T09:00:00Z", "32 dagar"],
])("%s is %s, in days", (at, text) => {
  expect(sinceInDays(at, NOW, "now")).toBe(text);
});
