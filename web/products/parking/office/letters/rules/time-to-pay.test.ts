import { expect, test } from "vitest";
import { isFairTime } from "./time-to-pay.ts";

test.each([
  ["2026-12-08", true],
  ["2026-12-07", false],
  ["2026-11-28", false],
])("a letter of 28 November that is to be paid by %s leaves a fair time: %s", (due, isFair) => {
  expect(isFairTime(due, "2026-11-28")).toBe(isFair);
});
