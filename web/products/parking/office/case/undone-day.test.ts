import { expect, test } from "vitest";
import { undoneDay } from "./undone-day.ts";

const paid = (amount_ore: number, value_date: string) => ({ kind: "payment", data: { amount_ore, value_date } });
const events = [
  paid(70_000, "2026-11-02"),
  paid(10_000, "2026-11-09"),
  { kind: "payment_undone", data: { amount_ore: 70_000, value_date: "2026-11-20" } },
];

test.each([
  ["of this amount", 70_000, "2026-11-02"],
  ["that came last, where none is of this amount", 5000, "2026-11-09"],
])("money is taken back from the day of the payment %s", (_which, ore, day) => {
  expect(undoneDay(events, ore)).toBe(day);
});

test("money without a payment has no day", () => {
  expect(undoneDay([], 70_000)).toBeUndefined();
});
