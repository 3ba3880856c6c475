import { expect, test } from "vitest";
import { addressOf } from "./account-address.ts";

// Spec 2 §7: The general login
// Spec 2 §7: When the username
test.each([
  ["agent@parkering.example", "agent@parkering.example"],
  ["  Agent@Parkering.example ", "Agent@Parkering.example"],
  ["Karin", "karin@konto.parkering.example"],
  [" KARIN.Å ", "karin.å@konto.parkering.example"],
])("%j signs in as %s", (typed, address) => {
  expect(addressOf(typed)).toBe(address);
});
