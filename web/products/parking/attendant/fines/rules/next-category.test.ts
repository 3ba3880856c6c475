import { expect, test } from "vitest";
import type { PhotoCategory } from "#contract/cases.ts";
import { nextCategory } from "./next-category.ts";

test.each<[string, (PhotoCategory | null)[], PhotoCategory | null]>([
  ["nothing", [], "car"],
  ["a picture without a subject", [null], "car"],
  ["the car", ["car"], "sign"],
  ["the sign alone", ["sign"], "car"],
  ["car and sign", ["car", "sign", null], null],
])("after %s", (_taken, taken, next) => {
  expect(nextCategory(taken)).toBe(next);
});
