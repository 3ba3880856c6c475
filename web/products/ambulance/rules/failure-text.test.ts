import { expect, test } from "vitest";
import { DataError } from "#data/data-error.ts";
import { failureText } from "./failure-text.ts";

const OWN = "Failed to create employee";

test.each([
  [new DataError("23514", "new row violates check constraint", 400), "new row violates check constraint"],
  [new DataError("gone", "No such account", 404), "The employee no longer exists"],
  [new DataError("network", "TypeError: Failed to fetch"), OWN],
  [new DataError("http-502", "", 502), OWN],
  [new TypeError("x is undefined"), OWN],
])("%s", (error, text) => {
  expect(failureText(error, OWN)).toBe(text);
});
