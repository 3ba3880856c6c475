import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { bodyOfRefusal, refusalOf } from "./refusal.ts";

const bodyOf = (given: Partial<DatabaseError>) => {
  const refusal = refusalOf(Object.assign(new DatabaseError("refused", 7, "error"), given), "authenticated");
  return refusal === null ? null : (JSON.parse(bodyOfRefusal(refusal)) as unknown);
};

test.each(["23502", "23514"])(
  "the row that failed a check (%s) is not told: a function saw more of it than its caller may",
  (code) => {
    const told = bodyOf({ code, table: "calls", detail: "Failing row contains (Storgatan 4, Åsa 070)." });
    expect(told).toEqual({ code, details: null, hint: null, message: "refused" });
  },
);

test.each([
  ["of a rule of our own", { code: "23514", detail: "receivers" }],
  ["of a key that is taken", { code: "23505", table: "calls", detail: "Key (number)=(2026-0001) already exists." }],
])("the details %s are told", (_, given) => {
  expect(bodyOf(given)).toMatchObject({ details: given.detail });
});
