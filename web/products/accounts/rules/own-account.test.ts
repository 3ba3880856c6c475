import { expect, test } from "vitest";
import { isOwnAccount } from "./own-account.ts";

test.each([
  ["superadmin@parkering.example", true],
  ["SuperAdmin@Parkering.example ", true],
  ["agent@parkering.example", false],
  ["", false],
])("%j is the super admin's own: %s", (email, expected) => {
  expect(isOwnAccount(email)).toBe(expected);
});
