import { expect, test } from "vitest";
import { methodLines } from "./method-lines.ts";

// Spec 4 §5: Driver, Swedish with
test.each([
  ["bankgiro", "5555-5555", "Bankgiro 5555-5555", ["5555-5555"]],
  ["swish", "1231231231", "Swish 123 123 12 31", ["123 123 12 31"]],
  ["swish", "123 456 78 90", "Parkering i Hamnen", ["123 456 78 90", "Parkering i Hamnen"]],
  ["bankgiro", "123-4567", "", ["123-4567"]],
  ["account", "8327-9, 123 456-7", "Konto 8327-9, 123 456-7", ["Konto 8327-9, 123 456-7"]],
  ["account", "Kassan", "Kontant", ["Kassan", "Kontant"]],
] as const)("%s %j with the line %j reads %j", (kind, value, text, expected) => {
  expect(methodLines({ kind, value, text })).toEqual(expected);
});
