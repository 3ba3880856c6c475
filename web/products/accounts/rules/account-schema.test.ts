import * as v from "valibot";
import { expect, test } from "vitest";
import { accountSchema } from "./account-schema.ts";

const good = { email: "kund@example.com", password: "Konto-7410", accountType: "customer" };

// Spec 2 §5: Account creation (admin
// Spec 2 §5: password at least 6 characters
test.each([
  [{}, []],
  [{ email: "  kund@example.com " }, []],
  [{ email: "kund" }, ["email: Please enter a valid email address"]],
  [{ password: "123456" }, []],
  [{ password: "12345" }, ["password: Password must be at least 6 characters long"]],
])("%j", (over, messages) => {
  const { issues = [] } = v.safeParse(accountSchema, { ...good, ...over });
  expect(issues.map(({ path, message }) => `${String(path?.[0]?.key)}: ${message}`)).toEqual(messages);
});

test.each(["admin", "owner", ""])("the type %j is none that can be made", (accountType) => {
  expect(v.safeParse(accountSchema, { ...good, accountType }).success).toBe(false);
});

test("the email is trimmed", () => {
  expect(v.parse(accountSchema, { ...good, email: " kund@example.com " })).toEqual(good);
});
