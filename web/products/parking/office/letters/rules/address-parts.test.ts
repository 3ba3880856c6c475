import { expect, test } from "vitest";
import { addressParts } from "./address-parts.ts";

test.each([
  ["Storgatan 1\n271 30 Ystad", ["Storgatan 1", "271 30", "Ystad"]],
  ["Storgatan 1, 271 30 Ystad", ["Storgatan 1", "271 30", "Ystad"]],
  ["Storgatan 1 27130 YSTAD", ["Storgatan 1", "271 30", "YSTAD"]],
  ["c/o Ek\nStorgatan 1 A, lgh 1102\nSE-271 30  Ystad\n", ["c/o Ek, Storgatan 1 A, lgh 1102", "271 30", "Ystad"]],
  ["Storgatan 1, S-271 30 Ystad, Sverige", ["Storgatan 1", "271 30", "Ystad"]],
  ["Box 12 345, 105 21 Stockholm", ["Box 12 345", "105 21", "Stockholm"]],
  ["123 45 Västra Frölunda", ["", "123 45", "Västra Frölunda"]],
  // Addresses whose parts cannot be separated.
  ["Storgatan 1", ["Storgatan 1", "", ""]],
  ["Kongensgate 1\n0153 Oslo", ["Kongensgate 1, 0153 Oslo", "", ""]],
  ["", ["", "", ""]],
])("the parts of %j are %j", (address, [street, postcode, town]) => {
  expect(addressParts(address)).toEqual({ street, postcode, town });
});
