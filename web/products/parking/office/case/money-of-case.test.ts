import { expect, test } from "vitest";
import type { FineEvent } from "#data/fine_events/queries.ts";
import { owedOn, undoneDay } from "./money-of-case.ts";

const event = (kind: string, data: FineEvent["data"], at = "2026-11-20T08:00:00Z") => ({ kind, data, at }) as FineEvent;
const reminded = event("reminded", { fee: 60 });
const paid = (ore: number, day: string) => event("payment", { amount_ore: ore, value_date: day });

test.each([
  // The reminder's own day, the day before, and the day after.
  [[reminded], 76_000, "2026-11-20", 70_000],
  [[reminded], 76_000, "2026-11-19", 70_000],
  [[reminded], 76_000, "2026-11-21", 76_000],
  [[], 70_000, "2026-11-20", 70_000],
  [[paid(30_000, "2026-11-19"), reminded], 46_000, "2026-11-20", 40_000],
  // Money of later days does not lift the fee.
  [[reminded, paid(70_000, "2026-11-22")], 6000, "2026-11-20", 6000],
  [[reminded, event("reminder_undone", {})], 70_000, "2026-11-20", 70_000],
  [[reminded, paid(76_000, "2026-11-22")], 0, "2026-11-20", 0],
] as const)("after %j a case with %i öre left is settled, by money of %s, with %i", (events, left_ore, day, ore) => {
  expect(owedOn({ amount: 700, left_ore, events: [...events] }, day)).toBe(ore);
});

const payment = (amount_ore: number, value_date: string) => ({ kind: "payment", data: { amount_ore, value_date } });
const events = [
  payment(70_000, "2026-11-02"),
  payment(10_000, "2026-11-09"),
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
