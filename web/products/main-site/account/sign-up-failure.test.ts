import { expect, test } from "vitest";
import { DataError } from "#data/data-error.ts";
import { signUpFailureText } from "./sign-up-failure.ts";

const TOO_MANY = "Too many sign up attempts. Please wait a few minutes and try again.";

// Spec 1 §8: Sign-up, message contains
test.each([
  [new DataError("over_email_send_rate_limit", "email rate limit exceeded", 400), TOO_MANY],
  [new DataError("x", "Rate Limit reached", 500), TOO_MANY],
  [new DataError("over_request_rate_limit", "Slow down", 429), TOO_MANY],
  [new DataError("user_already_exists", "User already registered", 422), "User already registered"],
  [new TypeError("Failed to fetch"), "Failed to fetch"],
])("%s", (error, text) => {
  expect(signUpFailureText(error)).toBe(text);
});
