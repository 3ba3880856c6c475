import { expect, test } from "vitest";
import { isIban } from "./iban.ts";

// The Swedish, British and Norwegian examples of the IBAN registry.
test.each([
  [true, "SE4550000000058398257466"],
  [true, "GB29NWBK60161331926819"],
  [true, "NO9386011117947"],
  [false, "SE4550000000058398257467"],
  [false, "SE455000000005839825746"],
  [false, "SE45 5000 0000 0583 9825 7466"],
  [false, "GB29NWBK60161331926818"],
  [false, ""],
])("%s: %s", (isRight, iban) => {
  expect(isIban(iban)).toBe(isRight);
});
