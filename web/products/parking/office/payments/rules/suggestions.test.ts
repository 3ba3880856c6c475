import { expect, test } from "vitest";
import { isChecked } from "#contract/luhn.ts";
import { keysNamedIn, suggestionsFor } from "./suggestions.ts";

test.each([
  ["Åsa Öberg · 11111119", ["11111119"], []],
  ["1111 1119", ["11111119"], []],
  ["11 111 119 tack", ["11111119"], []],
  ["11111119, 22222228", ["11111119", "22222228"], []],
  ["11111119 22222228", ["11111119", "22222228"], []],
  ["böter abc 123", [], ["ABC123"]],
  ["ABC12D och ÅÄÖ-45X", [], ["ABC12D", "ÅÄÖ45X"]],
  ["hyra mar 2026", [], []],
  ["0701234567", [], []],
  ["", [], []],
])("%j names the numbers %j and the plates %j", (text, numbers, plates) => {
  expect(keysNamedIn(text)).toEqual({ numbers, corrected: [], plates });
});

test("a number with a wrong check digit is corrected once in each of its places, and a right one is left alone", () => {
  const { corrected } = keysNamedIn("11111118");
  expect(corrected).toHaveLength(8);
  expect(corrected).toContain("11111119");
  expect(corrected.every(isChecked)).toBe(true);
});

const one = { case_number: "11111119", plate: "ABC 123", wantedOre: 70_000 };
const other = { case_number: "22222228", plate: "abc123", wantedOre: 50_000 };
const alike = { case_number: "33333337", plate: "ABC123", wantedOre: 70_000 };

const near = { case_number: "11111518", plate: "X", wantedOre: 70_000 };
const closed = { ...other, wantedOre: 0 };

test.each([
  ["a number in the text", "Bo · 111 111 19", 70_000, [one], [["number", one]]],
  ["two numbers with the exact sum", "11111119 22222228", 120_000, [one, other], [["number", one, other]]],
  ["two numbers, one of which needs the sum", "11111119 22222228", 50_000, [one, other], [["number", other]]],
  [
    "two numbers that need the same",
    "11111119 33333337",
    70_000,
    [one, alike],
    [
      ["number", one],
      ["number", alike],
    ],
  ],
  ["two numbers, one of a case without debt", "11111119 22222228", 70_000, [one, closed], [["number", one]]],
  ["no exact sum", "11111119 22222228", 119_999, [one, other], []],
  ["a wrong digit", "11111118", 70_000, [one], [["digit", one]]],
  ["a wrong digit with another amount", "11111118", 69_999, [one], []],
  ["a wrong digit beside a right number", "22222228 11111118", 120_000, [one, other], [["digit", other, one]]],
  ["a right number, whose neighbour no correction is", "22222228", 70_000, [one], []],
  ["a plate", "abc 123", 70_000, [one], [["plate", one]]],
  ["a plate with two cases of the exact sum", "ABC123", 120_000, [one, other], [["plate", one, other]]],
  [
    "a plate with two cases that need the same",
    "ABC123",
    70_000,
    [one, alike],
    [
      ["plate", one],
      ["plate", alike],
    ],
  ],
  ["a number before the plate", "ABC123 11111119", 70_000, [alike, one], [["number", one]]],
  ["another car", "XYZ999", 70_000, [one], []],
] as const)("%s", (_, text, leftOre, cases, expected) => {
  const found = suggestionsFor(keysNamedIn(text), leftOre, cases);
  expect(found.map(({ by, cases: some }) => [by, ...some])).toEqual(expected);
});

test("two corrections that fit equally well are no suggestion", () => {
  const named = { numbers: ["11111118"], corrected: [one.case_number, near.case_number], plates: [] };
  expect(suggestionsFor(named, 70_000, [one, near])).toEqual([]);
  expect(suggestionsFor(named, 70_000, [one])).toHaveLength(1);
});

// Spec rules §4: A payment without a case
test("a car that the payer paid for before is suggested behind what the text says", () => {
  const payersPlates = ["ABC123"];
  const by = (text: string, cases: readonly (typeof one)[], leftOre = 70_000) =>
    suggestionsFor({ ...keysNamedIn(text), payersPlates }, leftOre, cases).map((found) => [found.by, ...found.cases]);
  expect(by("Bo", [one])).toEqual([["payer", one]]);
  expect(by("Bo", [one, other], 120_000)).toEqual([["payer", one, other]]);
  expect(by("11111119", [one, alike])).toEqual([["number", one]]);
  expect(by("Bo", [one], 69_999)).toEqual([]);
});
