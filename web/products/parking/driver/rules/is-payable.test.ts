import { expect, test } from "vitest";
import { isPayable } from "./is-payable.ts";

test.each([
  ["issued", 70_000, true],
  ["reminded", 76_000, true],
  ["issued", 0, false],
  ["disputed", 70_000, false],
  ["paid", 0, false],
  ["withdrawn", -70_000, false],
  ["collection", 76_000, false],
] as const)("a case that is %s with %i öre left is to be paid here: %s", (status, left_ore, expected) => {
  expect(isPayable({ status, left_ore })).toBe(expected);
});
