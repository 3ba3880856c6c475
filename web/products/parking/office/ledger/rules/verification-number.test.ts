import { expect, test } from "vitest";
import type { LedgerKind } from "#data/ledger_months/queries.ts";
import { scopeOf, verificationNumber } from "./verification-number.ts";

// Spec rules §14: Each öre of the books
test.each([
  ["2026-11-01", "2026-11-05", "issued", "20261105-01"],
  ["2026-11-01", "2026-11-05", "recovered", "20261105-12"],
  ["2026-12-01", "2026-11-05", "payment", "20261105-03-202612"],
] as [string, string, LedgerKind, string][])(
  "in %s the day %s of %s has the number %s, which leads back",
  (month, day, kind, number) => {
    expect(verificationNumber({ month, day, kind })).toBe(number);
    expect(scopeOf(` ${number} `)).toEqual({ month, day, kind });
  },
);

test.each([
  ["2026-11-05", { day: "2026-11-05" }],
  ["2026-11-05-03", { day: "2026-11-05", kind: "payment", month: "2026-11-01" }],
  ["1234 5674", { caseNumber: "12345674" }],
  ["2026-02-30", undefined],
  ["20260230-01", undefined],
  ["20261105-13", undefined],
  ["20261105-00", undefined],
  ["20261105-03-202613", undefined],
  ["1899-12-31", undefined],
  ["TAO 98N", undefined],
  ["", undefined],
])("%j names the rows %j", (typed, scope) => {
  expect(scopeOf(typed)).toEqual(scope);
});
