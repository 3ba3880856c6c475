import { expect, test } from "vitest";
import { isFarBelow } from "./far-below.ts";

// Spec rules §13: A bid below
test.each([
  [2_000_000, 2_000_000, false],
  [1_900_000, 2_000_000, false],
  [1_000_000, 2_000_000, false],
  [999_999, 2_000_000, true],
  [200_000, 2_000_000, true],
  [1, 0, false],
])("%i of %i is far below: %s", (amount, minimum, expected) => {
  expect(isFarBelow(amount, minimum)).toBe(expected);
});
