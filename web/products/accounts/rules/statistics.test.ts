import { expect, test } from "vitest";
import type { TypeCount } from "#data/admin_user_credentials/queries.ts";
import { barsOf, totalOf } from "./statistics.ts";

const counts = (admin: number, employee: number, customer: number, member: number): TypeCount[] => [
  { type: "admin", count: admin },
  { type: "employee", count: employee },
  { type: "customer", count: customer },
  { type: "member", count: member },
];

// Spec rules §14: Bars of the
test.each([
  [counts(0, 0, 0, 0), [0, 0, 0, 0], 0],
  [counts(1, 0, 0, 0), [1, 0, 0, 0], 1],
  [counts(1, 4, 2, 3), [0.1, 0.4, 0.2, 0.3], 10],
  [counts(1, 0, 0, 999), [0.01, 0, 0, 0.999], 1000],
])("%j", (given, shares, total) => {
  expect(barsOf(given).map(({ share }) => share)).toEqual(shares);
  expect(totalOf(given)).toBe(total);
});
