import { expect, test } from "vitest";
import { decode } from "./decode.ts";
import { readingOf } from "./reading.ts";
import { BLANK, PLATE_SIGNS } from "./signs.ts";

/** The network's steps for a text, with a blank after each sign; `others` adds weaker signs: position, sign, probability. */
function stepsOf(text: string, others: readonly (readonly [number, string, number])[] = []): Float64Array[] {
  return Array.from(text).flatMap((sign, place) => {
    const shares = new Float64Array(BLANK + 1).fill(1e-5);
    const [, other, share] = others.find(([at]) => at === place) ?? [place, "", 0];
    if (other !== "") shares[PLATE_SIGNS.indexOf(other)] = share;
    shares[PLATE_SIGNS.indexOf(sign)] = 1 - share;
    const blank = new Float64Array(BLANK + 1).fill(1e-5);
    blank[BLANK] = 1;
    return [shares.map(Math.log), blank.map(Math.log)];
  });
}

const readingFor = (...of: Parameters<typeof stepsOf>) => readingOf(decode(stepsOf(...of)));

test.each([
  ["ABC123", [], "ABC123", true],
  ["ABC12D", [], "ABC12D", true],
  ["AAA111", [], "AAA111", true],
  // A position for digits holds no letter, and a position for letters no digit.
  ["A8C123", [], "ABC123", false],
  ["ABCI23", [[3, "1", 0.1]], "ABC123", false],
  // The country band's S is not part of the plate; a German plate may begin with S.
  ["SABC123", [], "ABC123", false],
  ["EK12345", [], "EK12345", true],
] as const)("%s (%j) is the plate %s, sure: %s", (text, others, plate, isSure) => {
  expect(readingFor(text, others)).toMatchObject({ plate, fits: true, isSure });
});

// Spec 4 §6a: A plate is
// Spec 4 §6a: A plate that
// Spec 4 §6a: Plates whose pattern
test("a last sign with two possible shapes is doubtful, and the other plate is listed", () => {
  expect(readingFor("ABC128", [[5, "B", 0.45]])).toMatchObject({
    plate: "ABC128",
    isSure: false,
    doubtful: [5],
    others: expect.arrayContaining(["ABC12B"]) as string[],
  });
});

test.each(["BC123", "MAB1234"])("%s of a country whose plates have more or fewer signs has to be confirmed", (text) => {
  expect(readingFor(text)).toMatchObject({ plate: text, fits: true, isWhole: false, isSure: false });
});

test.each(["GO4IT", "SVEN"])("%s fits no pattern: shown as it is read, never sure", (text) => {
  expect(readingFor(text)).toMatchObject({ plate: text, fits: false, isSure: false });
});

test("a single sign is no plate, and an empty picture gives none", () => {
  expect(readingFor("A")).toBeUndefined();
  expect(readingOf(decode([]))).toBeUndefined();
});
