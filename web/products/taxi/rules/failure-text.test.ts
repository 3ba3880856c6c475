import { expect, test } from "vitest";
import { DataError } from "#data/data-error.ts";
import { failureText } from "./failure-text.ts";

// Spec 2 §8: 'Ett fel uppstod'
test.each([
  [new DataError("23514", "check", 400), "Kunde inte skapa chaufför"],
  [new DataError("http-503", "no database", 503), "Kunde inte skapa chaufför"],
  [new DataError("gone", "gone"), "Kunde inte skapa chaufför"],
  [new DataError("network", "Failed to fetch"), "Ett fel uppstod"],
  [new TypeError("broken"), "Ett fel uppstod"],
])("%s", (error, text) => {
  const told = failureText(error, "Kunde inte skapa chaufför");
  expect(typeof told === "string" ? told : told.text).toBe(text);
});
