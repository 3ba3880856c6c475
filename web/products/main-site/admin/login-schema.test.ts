import * as v from "valibot";
import { expect, test } from "vitest";
import { mainAdminLoginSchema } from "./login-schema.ts";

const ID_TOO_SHORT = "Användarnamnet måste vara minst 3 tecken";
const PASSWORD_TOO_SHORT = "Lösenordet måste vara minst 6 tecken";

// Spec 1 §5: Admin login: …
test.each([
  ["huvudadmin", "Huvud-7410", []],
  [" ab ", "Huvud-7410", [ID_TOO_SHORT]],
  ["huvudadmin", "12345", [PASSWORD_TOO_SHORT]],
  ["ab", "12345", [ID_TOO_SHORT, PASSWORD_TOO_SHORT]],
])("%j with %j", (userId, password, expected) => {
  const result = v.safeParse(mainAdminLoginSchema, { userId, password });
  expect(result.success ? [] : result.issues.map((issue) => issue.message)).toEqual(expected);
});

// Spec 1 §5: Admin login: …
test.each([
  ["userId", { userId: "x".repeat(51), password: "Huvud-7410" }],
  ["password", { userId: "huvudadmin", password: "x".repeat(129) }],
])("a %s that is too long is refused", (field, typed) => {
  expect(v.safeParse(mainAdminLoginSchema, typed).issues?.map((issue) => issue.path?.[0]?.key)).toEqual([field]);
});
