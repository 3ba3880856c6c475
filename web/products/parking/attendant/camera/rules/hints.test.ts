// Spec 4 §6a: Too dark, too
import { expect, test } from "vitest";
import { hintOf } from "./hints.ts";

const GOOD = { brightness: 0.4, boxHeight: 0.1, took: 150, isUnsteady: false };

test.each([
  [{}, undefined],
  [{ boxHeight: undefined }, undefined],
  [{ brightness: 0.05 }, "För mörkt. Tänd lampan eller gå närmare."],
  [{ boxHeight: 0.02 }, "För långt bort. Gå närmare."],
  [{ took: 900 }, "Telefonen hinner inte med. Gå saktare."],
  [{ isUnsteady: true }, "Håll telefonen stilla."],
])("%j: %s", (change, hint) => {
  expect(hintOf({ ...GOOD, ...change })).toBe(hint);
});
