import { expect, test } from "vitest";
import { squareMetres } from "./area.ts";

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
