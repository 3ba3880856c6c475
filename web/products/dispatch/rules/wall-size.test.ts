import { expect, test } from "vitest";
import { wallSize } from "./wall-size.ts";

// Spec rules §9: ?view=wall shows the
test.each([
  [0, 2],
  [24, 2],
  [25, 1.5],
  [96, 1.125],
  [500, 1],
])("%i units are drawn at %f rem", (units, rem) => {
  expect(wallSize(units)).toBe(rem);
});
