import { expect, test } from "vitest";
import { driverTexts } from "./driver-texts.ts";

/** Every text by its name; a text with gaps is filled. */
function textsOf(texts: object, name = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const path = `${name}.${key}`;
    if (typeof value === "string") return [[path, value]];
    if (typeof value === "function") return [[path, String((value as (...gaps: unknown[]) => unknown)(3, "x"))]];
    return textsOf(value as object, path);
  });
}

/** Names that are the same in both languages. */
const NAMES = [".pay.kinds.bankgiro", ".pay.kinds.plusgiro", ".pay.kinds.swish"];

// Spec 4 §5: Driver, Swedish with
test("the driver's pages have every text in both languages, and none in the wrong one", () => {
  const [swedish, english] = [textsOf(driverTexts.sv), textsOf(driverTexts.en)];
  expect(english.map(([name]) => name)).toEqual(swedish.map(([name]) => name));
  const same = english.filter(([, text], index) => text === swedish[index]?.[1]).map(([name]) => name);
  expect(same.toSorted()).toEqual(NAMES.toSorted());
  expect(english.filter(([, text]) => text.trim() === "" || /[åäöÅÄÖ]/.test(text))).toEqual([]);
  expect(swedish.filter(([, text]) => text.trim() === "")).toEqual([]);
});
