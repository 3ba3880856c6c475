import { expect, test } from "vitest";
import { shiftStatusLabel } from "./shift-status.ts";

// Spec 1 §4: Labels: "Godkänt" and
test.each([
  ["approved", "Godkänt"],
  ["pending", "Väntar på godkännande"],
  ["rejected", "Nekat"],
] as const)("a shift that is %s is labelled %s", (status, text) => {
  expect(shiftStatusLabel(status).text).toBe(text);
});
