import { expect, test } from "vitest";
import type { CaseStatus } from "#contract/cases.ts";
import type { FineEvent } from "#data/fine_events/queries.ts";
import { allowedActions, statusAfter } from "./allowed-actions.ts";

const moved = (kind: string, before: CaseStatus | null, after: CaseStatus) =>
  ({ kind, status_before: before, status_after: after }) as FineEvent;
const ISSUED = moved("issued", null, "issued");
const CASE = { erased_at: null, needs_review: false, left_ore: 70_000, paid_ore: 0, amount: 700, fee: 0 };

const ALWAYS = ["payment", "recipient_set", "delivered", "noted"];

test.each([
  ["issued", ["reminded", "objected", "written_off", "withdrawn"]],
  ["reminded", ["reminded", "handed_to_collection", "objected", "written_off", "withdrawn"]],
  ["disputed", ["objection_accepted", "objection_rejected", "supplemented", "withdrawn"]],
  ["paid", ["objected", "withdrawn"]],
  ["collection", ["recalled", "objected", "written_off", "withdrawn"]],
  ["written_off", []],
  ["withdrawn", ["reopened"]],
] as const)("a case that is %s allows what always may be, and %j", (status, actions) => {
  const allowed = allowedActions({ ...CASE, status, events: [ISSUED] });
  expect(allowed.toSorted()).toEqual([...ALWAYS, ...actions].toSorted());
});

test.each([
  [[moved("noted", "withdrawn", "withdrawn"), moved("withdrawn", "issued", "withdrawn")], true],
  [[moved("noted", "withdrawn", "withdrawn"), moved("objection_accepted", "disputed", "withdrawn")], false],
  [
    [
      moved("withdrawn", "issued", "withdrawn"),
      moved("reopened", "withdrawn", "issued"),
      moved("objection_accepted", "disputed", "withdrawn"),
    ],
    true,
  ],
] as const)("a case that was withdrawn after %j can be opened again: %s", (events, expected) => {
  const fine = { ...CASE, status: "withdrawn" as const, events: [ISSUED, ...events.toReversed()] };
  expect(allowedActions(fine).includes("reopened")).toBe(expected);
});

test("what has to be reviewed can be, too much can be paid back, and what is paid undone", () => {
  const fine = { ...CASE, status: "written_off" as const, events: [ISSUED] };
  expect(allowedActions({ ...fine, needs_review: true })).toContain("reviewed");
  const money = allowedActions({ ...fine, left_ore: -1, paid_ore: 1 });
  expect(money).toEqual(expect.arrayContaining(["refunded", "payment_undone"]));
});

test.each(["issued", "disputed", "paid", "withdrawn"] as const)(
  "of an erased case that was %s only money moves, and notes are written",
  (status) => {
    const fine = { ...CASE, status, erased_at: "2026-11-22T02:00:00Z", needs_review: true, left_ore: -1, paid_ore: 1 };
    const allowed = allowedActions({ ...fine, events: [ISSUED, moved("withdrawn", "issued", status)] });
    expect(allowed.toSorted()).toEqual(["noted", "payment", "payment_undone", "refunded"]);
  },
);

test.each([
  ["withdrawn", "issued", 0, "withdrawn"],
  ["objection_accepted", "disputed", 0, "withdrawn"],
  ["objection_rejected", "disputed", 0, "issued"],
  ["objection_rejected", "disputed", 70_000, "paid"],
  ["reopened", "withdrawn", 70_000, "paid"],
  ["reopened", "withdrawn", 0, "issued"],
  ["reminded", "reminded", 0, undefined],
  ["recalled", "collection", 0, "reminded"],
  ["noted", "issued", 0, undefined],
] as const)("%s of a case that is %s with %i öre paid leads to %s", (kind, status, paid_ore, expected) => {
  expect(statusAfter(kind, { ...CASE, status, paid_ore, events: [ISSUED] }, 0)).toBe(expected);
});

test.each([
  ["objection_rejected", "disputed", 69_900, "paid"],
  ["objection_rejected", "disputed", 69_899, "issued"],
  ["reopened", "withdrawn", 69_900, "paid"],
] as const)("%s of a case that is %s with %i öre paid leads, where 1 krona may be left, to %s", (...given) => {
  const [kind, status, paid_ore, expected] = given;
  expect(statusAfter(kind, { ...CASE, status, paid_ore, events: [ISSUED] }, 1)).toBe(expected);
});

const paid = (ore: number, day: string, before: CaseStatus = "issued") =>
  ({ ...moved("payment", before, "paid"), data: { amount_ore: ore, value_date: day } }) as unknown as FineEvent;
const reminded = {
  ...moved("reminded", "issued", "reminded"),
  at: "2026-11-20T10:00:00Z",
  data: { fee: 60 },
} as unknown as FineEvent;
const collected = moved("handed_to_collection", "reminded", "collection");
const BEFORE = "2026-11-19";
const AFTER = "2026-11-21";

test.each([
  ["issued", 0, 70_000, AFTER, [], "paid"],
  ["issued", 0, 69_900, AFTER, [], "paid"],
  ["issued", 0, 69_899, AFTER, [], undefined],
  ["issued", 30_000, 40_000, AFTER, [], "paid"],
  ["disputed", 0, 70_000, AFTER, [], undefined],
  // A reminder's fee is owed only by money of a later day.
  ["reminded", 0, 70_000, AFTER, [reminded], undefined],
  ["reminded", 0, 76_000, AFTER, [reminded], "paid"],
  ["reminded", 0, 70_000, "2026-11-20", [reminded], "paid"],
  ["reminded", 30_000, 40_000, BEFORE, [paid(30_000, BEFORE), reminded], "paid"],
  ["reminded", 30_000, 40_000, BEFORE, [reminded, paid(30_000, AFTER)], undefined],
] as const)("a case that is %s with %i öre paid gets %i of %s after %j: %s", (status, before, ore, day, events, to) => {
  const fine = { ...CASE, status, paid_ore: before, fee: events.some((each) => each === reminded) ? 60 : 0 };
  expect(statusAfter("payment", { ...fine, events: [ISSUED, ...events] }, 1, { ore, day })).toBe(to);
});

test.each([
  ["paid", 70_000, [paid(70_000, AFTER)], "issued"],
  ["paid", 100, [paid(70_000, AFTER)], undefined],
  ["paid", 101, [paid(70_000, AFTER)], "issued"],
  ["paid", 70_000, [reminded, collected, paid(70_000, BEFORE, "collection")], "collection"],
  ["paid", 70_000, [moved("reopened", "withdrawn", "paid")], "issued"],
  ["withdrawn", 70_000, [paid(70_000, AFTER)], undefined],
] as const)("of a case that is %s %i öre are taken back after %j: %s", (status, ore, events, to) => {
  const fine = { ...CASE, status, paid_ore: 70_000, events: [ISSUED, ...events] };
  const day = events.some((each) => each === reminded) ? BEFORE : AFTER;
  expect(statusAfter("payment_undone", fine, 1, { ore, day })).toBe(to);
});
