import { expect, test } from "vitest";
import type { Reading } from "../reading/reading.ts";
import { agree, withDoubts } from "./agreement.ts";

const reading = (plate: string, more: Partial<Reading> = {}): Reading => ({
  plate,
  certainty: 0.99,
  fits: true,
  isWhole: true,
  isSure: false,
  lead: 5,
  doubtful: [],
  others: [],
  ...more,
});

function agreedAfter(...frames: (Reading | undefined)[]) {
  let readings: readonly Reading[] = [];
  let last: ReturnType<typeof agree> = { readings };
  for (const frame of frames) {
    last = agree(readings, frame);
    readings = last.readings;
  }
  return last.agreed?.plate;
}

const abc = reading("ABC123");
test.each<[string, (Reading | undefined)[], string | undefined]>([
  ["a single certain frame", [reading("ABC123", { isSure: true })], "ABC123"],
  ["two frames", [abc, abc], undefined],
  ["three frames", [abc, abc, abc], "ABC123"],
  ["three frames, and one without a plate between", [abc, undefined, abc, abc], "ABC123"],
  ["three frames of two plates", [abc, reading("ABC128"), abc], undefined],
  ["three frames that are hardly sure", [abc, abc, reading("ABC123", { lead: 2 })], undefined],
  [
    "three frames of a plate that may lack a sign",
    Array.from({ length: 3 }, () => reading("BC123", { isWhole: false })),
    undefined,
  ],
])("%s", (_, frames, plate) => {
  expect(agreedAfter(...frames)).toBe(plate);
});

test("other possible plates of the frames are passed on", () => {
  const doubtful = reading("ABC123", { others: ["ABC128"] });
  const { agreed } = agree([doubtful, abc], abc);
  expect(agreed).toEqual({ plate: "ABC123", certainty: 0.99, readings: ["ABC128"] });
});

// Spec 4 §6a: A plate is
// Spec 4 §6a: A plate that
// Spec 4 §6a: Plates whose pattern
test("doubtful signs are shown as question marks", () => {
  expect(withDoubts({ plate: "ABC12D", doubtful: [2] })).toBe("AB?12D");
});
