import { expect, test } from "vitest";
import { toDataError } from "#data/data-error.ts";
import { refusalInWords } from "./refusal-in-words.ts";

const refused = (code: string, hint: string | null) =>
  toDataError({ code, message: "Det går inte nu. Ärendet är utfärdat.", status: 400, details: "kind", hint });

// Spec 4 §5: A case, /{code}/cases/{case_number}:
test.each([
  [
    "PK005",
    "waited,has-recipient",
    "Förfallodagen och väntetiden efter den har inte passerat. Ingen mottagare med adress är angiven.",
  ],
  ["PK005", "", ""],
  ["PK005", "unknown", ""],
  ["PK006", "paid", ""],
])("a refusal %s for %j says besides: %j", (code, hint, besides) => {
  expect(refusalInWords(refused(code, hint))).toBe(`Det går inte nu. Ärendet är utfärdat. ${besides}`.trim());
});
