import { expect, test } from "vitest";
import type { FineEvent } from "#data/fine_events/queries.ts";
import { owedOn } from "./money-of-case.ts";

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
