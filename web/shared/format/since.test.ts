import { expect, test } from "vitest";
import { sinceText } from "./since.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

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
