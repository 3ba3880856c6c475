import { expect, test } from "vitest";
import { isDoubtful } from "./giro-check.ts";

test.each([
  ["bankgiro", "5050-1055", false],
  ["bankgiro", "5050-1056", true],
  ["bankgiro", "50501055", false],
  ["bankgiro", "123", true],
  ["bankgiro", "", false],
  ["plusgiro", "4-2", false],
  ["plusgiro", "4-3", true],
  ["swish", "1231231231", false],
  ["account", "8327-9, 123", false],
] as const)("%s %s is doubtful: %s", (kind, value, doubtful) => {
  expect(isDoubtful({ kind, value })).toBe(doubtful);
});
