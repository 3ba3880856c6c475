import { expect, test } from "vitest";
import type { CaseStatus } from "#contract/cases.ts";
import type { FineEvent } from "#data/fine_events/queries.ts";
import type { Payment } from "#data/payments/queries.ts";
import { allowedActions, statusAfter } from "./allowed-actions.ts";

const moved = (kind: string, before: CaseStatus | null, after: CaseStatus) =>
  ({ kind, status_before: before, status_after: after }) as FineEvent;
const ISSUED = moved("issued", null, "issued");
const reminder = (number: number) => ({ ...moved("reminded", "issued", "reminded"), number }) as FineEvent;
const CASE = { erased_at: null, needs_review: false, left_ore: 70_000, amount: 700, fee: 0, payments: [] };

const ALWAYS = ["payment", "recipient_set", "delivered", "noted"];

// Spec 4 §5: A case, /{code}/cases/{case_number}:
test.each([
  ["issued", ["reminded", "objected", "written_off", "withdrawn"]],
  ["reminded", ["reminded", "handed_to_collection", "objected", "written_off", "withdrawn"]],
  ["disputed", ["objection_accepted", "objection_rejected", "supplemented", "withdrawn"]],
  ["paid", ["objected", "withdrawn"]],
  ["collection", ["recalled", "objected", "written_off", "withdrawn"]],
  ["written_off", ["reopened"]],
  ["withdrawn", ["reopened"]],
] as const)("a case that is %s allows what always may be, and %j", (status, actions) => {
  const allowed = allowedActions({ ...CASE, status, events: [ISSUED] });
  expect(allowed.toSorted()).toEqual([...ALWAYS, ...actions].toSorted());
});

// Spec 4 §5: A case, /{code}/cases/{case_number}:
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

const payment = (id: string, ore: number, over: Partial<Payment> = {}): Payment => ({
  id,
  amount_ore: ore,
  method: "",
  value_date: "2026-11-20",
  file_id: null,
  part_of: null,
  ...over,
});
const byHand = {
  ...moved("payment", "written_off", "written_off"),
  id: "p1",
  data: { amount_ore: 1 },
} as unknown as FineEvent;

test("a case in review can be reviewed, a surplus can be paid back, and money by hand can be removed", () => {
  const fine = { ...CASE, status: "written_off" as const, events: [ISSUED, byHand] };
  expect(allowedActions({ ...fine, needs_review: true })).toContain("reviewed");
  const money = allowedActions({ ...fine, left_ore: -1, payments: [payment("p1", 1)] });
  expect(money).toEqual(expect.arrayContaining(["refunded", "payment_undone"]));
  expect(money).not.toContain("payment_moved");
});

const ofFile = { file_id: "f1" };
test.each([
  [[payment("p1", 100, ofFile)], true],
  [[payment("p2", 100, { ...ofFile, part_of: "p1" })], true],
  // Payments that cannot be moved: already moved back, a file taken back, money registered by hand.
  [[payment("p1", 100, ofFile), payment("m1", -100, { ...ofFile, part_of: "p1" })], false],
  [[payment("p1", 100, ofFile), payment("u1", -100, ofFile)], false],
  [[payment("p1", 100)], false],
])("of %j a payment can be moved back to those without a case: %s", (payments, expected) => {
  const allowed = allowedActions({ ...CASE, status: "paid", events: [ISSUED, byHand], payments });
  expect(allowed.includes("payment_moved")).toBe(expected);
});

test.each([
  [[reminder(1)], true],
  [[reminder(1), moved("reminder_undone", "reminded", "issued")], false],
  [[reminder(1), moved("reminder_undone", "reminded", "issued"), reminder(2)], true],
  [[reminder(1), byHand], false],
  [[byHand, reminder(1)], true],
])("after %j a reminder can be taken back: %s", (events, expected) => {
  expect(allowedActions({ ...CASE, status: "reminded", events: [ISSUED, ...events] }).includes("reminder_undone")).toBe(
    expected,
  );
});

// Spec 4 §5: A case, /{code}/cases/{case_number}:
test.each(["issued", "disputed", "paid", "withdrawn"] as const)(
  "of an erased case that was %s only money moves, and notes are written",
  (status) => {
    const fine = { ...CASE, status, erased_at: "2026-11-22T02:00:00Z", needs_review: true, left_ore: -1 };
    const events = [ISSUED, byHand, moved("withdrawn", "issued", status)];
    const allowed = allowedActions({ ...fine, events, payments: [payment("p1", 1)] });
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
  ["reopened", "written_off", 0, "issued"],
  ["reopened", "written_off", 70_000, "paid"],
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

// Spec 4 §5: A case, /{code}/cases/{case_number}:
test.each([
  ["issued", 0, 70_000, AFTER, [], "paid"],
  ["issued", 0, 69_900, AFTER, [], "paid"],
  ["issued", 0, 69_899, AFTER, [], undefined],
  ["issued", 30_000, 40_000, AFTER, [], "paid"],
  ["disputed", 0, 70_000, AFTER, [], undefined],
  // Only money of a later day owes the reminder's fee.
  ["reminded", 0, 70_000, AFTER, [reminded], undefined],
  ["reminded", 0, 76_000, AFTER, [reminded], "paid"],
  ["reminded", 0, 70_000, "2026-11-20", [reminded], "paid"],
  ["reminded", 30_000, 40_000, BEFORE, [paid(30_000, BEFORE), reminded], "paid"],
  ["reminded", 30_000, 40_000, BEFORE, [reminded, paid(30_000, AFTER)], undefined],
] as const)("a case that is %s with %i öre paid gets %i of %s after %j: %s", (status, before, ore, day, events, to) => {
  const fine = { ...CASE, status, paid_ore: before, fee: events.some((each) => each === reminded) ? 60 : 0 };
  expect(statusAfter("payment", { ...fine, events: [ISSUED, ...events] }, 1, { ore, day })).toBe(to);
});

// Spec 4 §5: A case, /{code}/cases/{case_number}:
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
  expect(statusAfter("payment_moved", fine, 1, { ore, day })).toBe(to);
});

test("a reminder that is taken back leaves the state before it", () => {
  const fine = { ...CASE, status: "reminded" as const, paid_ore: 0, events: [ISSUED, reminded] };
  expect(statusAfter("reminder_undone", fine, 0)).toBe("issued");
});
