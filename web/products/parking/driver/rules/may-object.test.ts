import { expect, test } from "vitest";
import { mayObject } from "./may-object.ts";

test.each([
  ["issued", "object"],
  ["reminded", "object"],
  ["collection", "object"],
  ["paid", "object"],
  ["disputed", "add"],
  ["withdrawn", null],
  ["written_off", null],
] as const)("a driver of a case that is %s may %s", (status, expected) => {
  expect(mayObject(status)).toBe(expected);
});
