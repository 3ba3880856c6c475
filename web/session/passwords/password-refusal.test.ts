// @vitest-environment node
import { expect, test } from "vitest";
import { toDataError } from "#data/data-error.ts";
import { passwordRefusal } from "./password-refusal.ts";

const refused = { code: "weak_password", message: "Sentence of the server", status: 422 };

test.each([
  [
    "our server's reason",
    { ...refused, reasons: ["pwned", "common"] },
    "The password is one of the most common ones. Choose another one.",
  ],
  ["a reason of Supabase alone", { ...refused, reasons: ["characters"] }, null],
  ["a name that every object has", { ...refused, reasons: ["constructor"] }, null],
  ["another failure", { ...refused, code: "validation_failed" }, null],
])("%s", (_what, failure, text) => {
  expect(passwordRefusal(toDataError(failure), "en")).toBe(text);
});
