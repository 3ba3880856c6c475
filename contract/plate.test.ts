import { expect, test } from "vitest";
import { mayBePlate, plateKey, readablePlate } from "./plate.ts";

test.each([
  ["tao 98n", "TAO98N"],
  ["TAO-98N", "TAO98N"],
  ["  tao\u00A098n ", "TAO98N"],
  ["tao–98n", "TAO98N"],
  // The Å is written as two signs, as some keyboards send it; the letters are full-width.
  ["a\u030Abc 123", "ÅBC123"],
  ["ＡＢＣ１２３", "ABC123"],
  ["ab·12 öäå", "AB12ÖÄÅ"],
  ["- .", ""],
])("the key of %j is %j", (typed, key) => {
  expect(plateKey(typed)).toBe(key);
});

test.each([
  ["abc 000", true],
  ["tao-98n", true],
  ["a\u030Abc", true],
  ["åkergränd 4", true],
  ["100%", false],
  ["el_bil", false],
  ["a/b", false],
  ["- .", false],
  ["", false],
])("%j may be a plate: %s", (typed, may) => {
  expect(mayBePlate(typed)).toBe(may);
});

test.each([
  ["tao98n", "TAO 98N"],
  ["ABC-123", "ABC 123"],
  ["åäö 12d", "ÅÄÖ 12D"],
  ["b-ab 1234 ", "B-AB 1234"],
  ["mittnamn", "MITTNAMN"],
])("%j is read as %j", (typed, read) => {
  expect(readablePlate(typed)).toBe(read);
});
