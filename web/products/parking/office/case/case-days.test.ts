import { expect, test } from "vitest";
import type { FineEvent } from "#data/fine_events/queries.ts";
import { daysOf } from "./case-days.ts";

type Fine = Parameters<typeof daysOf>[0];
const event = (kind: string, at: string, before = "issued", after = before) =>
  ({ kind, at, status_before: before, status_after: after, data: {} }) as unknown as FineEvent;
const fine = (over: Partial<Fine>): Fine => ({
  status: "issued",
  issued_at: "2026-11-01T09:00:00Z",
  due_date: "2026-11-15",
  events: [],
  ...over,
});
const shown = (given: Fine, today: string) => daysOf(given, today).map(({ kind, day }) => `${kind} ${day ?? "-"}`);

test("an unpaid fine shows today between its days, and the steps that may come", () => {
  expect(shown(fine({}), "2026-11-10")).toEqual([
    "issued 2026-11-01",
    "today 2026-11-10",
    "due 2026-11-15",
    "reminded -",
    "collection -",
  ]);
});

test("a reminder that holds stands before its new day to pay; one that was taken back does not stand", () => {
  const reminded = event("reminded", "2026-11-20T22:59:00Z", "issued", "reminded");
  const undone = event("reminder_undone", "2026-11-21T09:00:00Z", "reminded", "issued");
  const given = fine({ status: "reminded", due_date: "2026-12-04", events: [reminded] });
  expect(shown(given, "2026-12-09")).toEqual([
    "issued 2026-11-01",
    "reminded 2026-11-20",
    "due 2026-12-04",
    "today 2026-12-09",
    "collection -",
  ]);
  expect(shown(fine({ events: [reminded, undone] }), "2026-11-22")).toContain("reminded -");
});

test("a case that has ended shows when, and nothing to come", () => {
  const paid = event("payment", "2026-11-12T09:00:00Z", "issued", "paid");
  expect(shown(fine({ status: "paid", events: [paid] }), "2026-11-26")).toEqual([
    "issued 2026-11-01",
    "ended 2026-11-12",
    "due 2026-11-15",
    "today 2026-11-26",
  ]);
});
