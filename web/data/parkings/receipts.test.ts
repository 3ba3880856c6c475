import { expect, test } from "vitest";
import { receiptQueries } from "./receipts.ts";

const told = (data: unknown) => ({ state: { data } }) as never;

// Spec rules §8: An open page
// Spec 4 §5: Visitor: after a
test("an open receipt is at most 30 s old, and a wrong receipt is not asked for again", () => {
  const { refetchInterval, refetchOnWindowFocus } = receiptQueries.byKey("x");
  if (typeof refetchInterval !== "function" || typeof refetchOnWindowFocus !== "function") throw new Error("no rule");
  for (const data of [undefined, {}]) {
    expect(refetchInterval(told(data))).toBeLessThanOrEqual(30_000);
    expect(refetchOnWindowFocus(told(data))).toBe(true);
  }
  expect([refetchInterval(told(null)), refetchOnWindowFocus(told(null))]).toEqual([false, false]);
});
