import * as v from "valibot";
import { expect, test } from "vitest";
import { chauffeurLoginProblems, chauffeurLoginSchema } from "./login-problems.ts";

test.each([
  ["", ["Please enter your Chauffeur ID"]],
  ["   ", ["Please enter your Chauffeur ID"]],
  ["ch", []],
  ["x".repeat(50), []],
])("the ID %j", (userId, expected) => {
  const result = v.safeParse(chauffeurLoginSchema, { userId, password: "" });
  expect(result.success ? [] : result.issues.map((issue) => issue.message)).toEqual(expected);
});

// Spec 2 §5: ID at least
// Spec 2 §5: password at least 6 ('Password
// Spec 2 §5: ID trimmed, at
// Spec 2 §5: password at most
test("the ID is trimmed, the password stays as typed", () => {
  expect(v.parse(chauffeurLoginSchema, { userId: " chauffor01 ", password: " Taxi-7410 " })).toEqual({
    userId: "chauffor01",
    password: " Taxi-7410 ",
  });
});

// Spec 2 §5: ID at least
// Spec 2 §5: password at least 6 ('Password
// Spec 2 §5: ID trimmed, at
// Spec 2 §5: password at most
test.each([
  ["chauffor01", "Taxi-7410", {}],
  ["chauffor01", "123456", {}],
  ["chauffor01", "", { password: "Please enter both Chauffeur ID and password" }],
  ["chauffor01", "12345", { password: "Password must be at least 6 characters" }],
  ["ch", "Taxi-7410", { userId: "Chauffeur ID must be at least 3 characters" }],
  [
    "ch",
    "",
    {
      userId: "Chauffeur ID must be at least 3 characters",
      password: "Please enter both Chauffeur ID and password",
    },
  ],
])("%j with %j", (userId, password, expected) => {
  expect(chauffeurLoginProblems({ userId, password })).toEqual(expected);
});
