import { assert, constantFrom, integer, noBias, property, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import { MISREAD_PLATES, NO_PLATES, SAME_PLATES } from "#tests/support/rows/misread-plates.ts";
import { alikePlates, foldPlate, isSwedishForm, proposedPlate } from "./alike-plates.ts";
import { plateKey, readablePlate } from "./plate.ts";

test.each([...SAME_PLATES, ...MISREAD_PLATES])("%j for %s is %s at the visitor's form", (typed, _car, form) => {
  const proposal = proposedPlate(typed);
  const asked = proposal === undefined ? "asked" : readablePlate(proposal);
  expect(isSwedishForm(typed) ? "taken" : asked).toBe(form);
});

test.each(NO_PLATES)("%j is no plate", (typed) => {
  expect([plateKey(typed), isSwedishForm(typed), proposedPlate(typed)]).toEqual(["", false, undefined]);
});

test("a proposed plate has the Swedish form, about which no question is asked", () => {
  assert(
    property(string({ unit: constantFrom(...Array.from("ABO0Q1IL5S2Z8B ÅÖОВ-SE")), maxLength: 10 }), (typed) => {
      const proposal = proposedPlate(typed);
      expect(proposal === undefined || isSwedishForm(proposal)).toBe(true);
      // A plate that has the Swedish form already is proposed as it is, except for a last letter that Swedish plates never have.
      expect(!isSwedishForm(typed) || foldPlate(proposal ?? "") === foldPlate(plateKey(typed))).toBe(true);
    }),
  );
});

// Spec 4 §4: similar: running parkings
// Spec 4 §4: A right of
test("among two thousand running plates, at most one in twenty unrelated plates finds a similar one", () => {
  const letter = constantFrom(...Array.from("ABCDEFGHJKLMNOPRSTUWXYZ"));
  const digit = integer({ min: 0, max: 9 });
  const swedish = tuple(letter, letter, letter, digit, digit, digit).map((signs) => signs.join(""));
  assert(
    property(noBias(tuple(...Array.from({ length: 2500 }, () => swedish))), (plates) => {
      const running = new Set(plates.slice(0, 2000).map(foldPlate));
      const asked = plates.slice(2000);
      const named = asked.filter((plate) => [...alikePlates(plate).keys()].some((other) => running.has(other)));
      expect(named.length).toBeLessThanOrEqual(asked.length / 20);
    }),
    { seed: 34, numRuns: 4, endOnFailure: true },
  );
});
