import * as v from "valibot";
import { expect, test } from "vitest";
import { adminLoginSchema, attendantLoginSchema } from "./login-schema.ts";

// Spec 1 §5: user ID at
// Spec 1 §5: password at least 6 ("Lösenordet
test.each([
  ["vakt01", "Vakt-7410", []],
  ["  vakt01  ", "Vakt-7410", []],
  ["va", "Vakt-7410", ["Användar-ID måste vara minst 3 tecken"]],
  ["  va ", "Vakt-7410", ["Användar-ID måste vara minst 3 tecken"]],
  ["vakt01", "12345", ["Lösenordet måste vara minst 6 tecken"]],
  ["va", "12345", ["Användar-ID måste vara minst 3 tecken", "Lösenordet måste vara minst 6 tecken"]],
])("%j with %j", (userId, password, expected) => {
  const result = v.safeParse(attendantLoginSchema, { userId, password });
  expect(result.success ? [] : result.issues.map((issue) => issue.message)).toEqual(expected);
});

// Spec 1 §5: Admin login: …
test.each([
  ["admin01", "Admin-7410", []],
  [" ad ", "Admin-7410", ["Användarnamnet måste vara minst 3 tecken"]],
  ["admin01", "12345", ["Lösenordet måste vara minst 6 tecken"]],
  ["ad", "12345", ["Användarnamnet måste vara minst 3 tecken", "Lösenordet måste vara minst 6 tecken"]],
])("an admin's %j with %j", (userId, password, expected) => {
  const result = v.safeParse(adminLoginSchema, { userId, password });
  expect(result.success ? [] : result.issues.map((issue) => issue.message)).toEqual(expected);
});

// Spec 1 §5: User ID trimmed,
// Spec 1 §5: Attendant login: both … password max 128
// Spec 1 §5: Admin login: …
test.each([
  ["userId", { userId: "x".repeat(51), password: "Vakt-7410" }],
  ["password", { userId: "vakt01", password: "x".repeat(129) }],
])("a %s that is too long is refused", (field, typed) => {
  for (const schema of [attendantLoginSchema, adminLoginSchema]) {
    expect(v.safeParse(schema, typed).issues?.map((issue) => issue.path?.[0]?.key)).toEqual([field]);
  }
});

// Spec 1 §5: User ID trimmed,
// Spec 1 §5: Attendant login: both … password max 128
test("the ID is trimmed, the password stays as typed", () => {
  expect(v.parse(attendantLoginSchema, { userId: " vakt01 ", password: " Vakt-7410 " })).toEqual({
    userId: "vakt01",
    password: " Vakt-7410 ",
  });
});
