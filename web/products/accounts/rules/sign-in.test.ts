import { expect, test } from "vitest";
import { DataError } from "#data/data-error.ts";
import { addressAfterSignIn, signInFailureText } from "./sign-in.ts";

// Spec 2 §2: After sign-in the
// Spec 2 §2: employees and admins
test.each([
  ["admin", null, "/property-management"],
  ["employee", null, "/property-management"],
  ["customer", null, "/"],
  ["member", null, "/"],
  ["employee", "/admin-accounts", "/admin-accounts"],
  ["member", "/brokers?x=1", "/brokers?x=1"],
] as const)("%s who came from %j goes to %s", (role, from, address) => {
  expect(addressAfterSignIn(role, from)).toBe(address);
});

test.each([
  [new DataError("invalid_credentials", "Invalid login credentials", 400), "Invalid login credentials"],
  [new DataError("over_request_rate_limit", "Too many requests", 429), "Too many requests"],
  [new DataError("network", "Failed to fetch", 0), "An unexpected error occurred"],
  [new DataError("http-503", "{}", 503), "An unexpected error occurred"],
  [new DataError("http-400", "", 400), "An unexpected error occurred"],
  [new TypeError("x is undefined"), "An unexpected error occurred"],
])("%s", (error, text) => {
  expect(signInFailureText(error)).toBe(text);
});
