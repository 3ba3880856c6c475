import { expect, test } from "vitest";
import * as v from "valibot";
import { newPasswordSchema } from "./new-password-schema.ts";

test.each([
  ["12345", "Lösenordet måste vara minst 6 tecken"],
  ["123456", undefined],
  ["x".repeat(72), undefined],
  ["x".repeat(73), "Lösenordet är för långt: högst 72 tecken, å, ä och ö räknas som två"],
  ["å".repeat(36), undefined],
  ["å".repeat(37), "Lösenordet är för långt: högst 72 tecken, å, ä och ö räknas som två"],
])("the new password %j: %s", (password, message) => {
  expect(v.safeParse(newPasswordSchema("sv"), password).issues?.[0].message).toBe(message);
});
