import * as v from "valibot";
import { expect, test } from "vitest";
import { signInSchema, signUpSchema } from "./account-schema.ts";

const messagesOf = (schema: v.GenericSchema, typed: object) =>
  (v.safeParse(schema, typed).issues ?? []).map(({ message }) => message);

test.each([
  [{ email: "a@b.se", password: "x" }, []],
  [{ email: "  a@b.se ", password: "x" }, []],
  [{ email: "a@b", password: " " }, []],
  [{ email: "a b", password: "x" }, ["Please enter a valid email address"]],
  [{ email: "a@b.se", password: "" }, ["Please enter your password"]],
])("sign in with %j", (typed, messages) => {
  expect(messagesOf(signInSchema, typed)).toEqual(messages);
});

// Spec 1 §5: Sign-up: password and
test.each([
  ["Agent-7410", "Agent-7410", []],
  ["Agent-7410", "agent-7410", ["Password mismatch", "Passwords do not match"]],
  ["Agent-7410", "Agent-7410 ", ["Password mismatch", "Passwords do not match"]],
  ["Agent-7410", "", ["Please repeat your password"]],
])("sign up with %j, repeated as %j", (password, confirm, messages) => {
  expect(messagesOf(signUpSchema, { email: "a@b.se", password, confirm })).toEqual(messages);
});
