import { expect, test } from "vitest";
import { pricePerSquareMetre, squareMetres } from "./area.ts";

// Spec rules §13: Square feet have
test.each([
  [0, 0],
  [1, 0],
  [1000, 93],
  [1292, 120],
  [100_000, 9290],
])("%i square feet are %i square metres", (feet, metres) => {
  expect(squareMetres(feet)).toBe(metres);
});

// Spec rules §13: Square feet have
test.each([
  [6_450_000, 1830, 37_941],
  [1_000_000, null, undefined],
  [1_000_000, 0, undefined],
  [1_000_000, 5, undefined],
])("%d kr for %s square feet are %s kr a square metre", (price, feet, expected) => {
  expect(pricePerSquareMetre(price, feet)).toBe(expected);
});
