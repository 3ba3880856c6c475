import { expect, test } from "vitest";
import { violationIn, violationNames } from "./violation-names.ts";

// Spec 4 §5: Driver, Swedish with
test("a listed violation has an English name, and one that a site typed keeps its words and their language", () => {
  for (const [name, text] of Object.entries(violationNames.sv)) {
    const english = violationIn(text, "en");
    expect(english).toEqual({ text: violationNames.en[name as keyof typeof violationNames.en], lang: "en" });
    expect(english.text).not.toMatch(/[åäöÅÄÖ]/);
    expect(violationIn(text, "sv")).toEqual({ text, lang: "sv" });
  }
  expect(violationIn("Parkerat på gångbana", "en")).toEqual({ text: "Parkerat på gångbana", lang: "sv" });
});
