import { expect, test } from "vitest";
import { stepsOf } from "./next-steps.ts";

type Fine = Parameters<typeof stepsOf>[0];
const fine = (over: Partial<Record<keyof Fine, unknown>>) =>
  ({
    status: "issued",
    needs_review: false,
    events: [],
    payments: [],
    objections: [],
    left_ore: 70_000,
    erased_at: null,
    ...over,
  }) as Fine;
const open = [{ decision: null }];
const decided = [{ decision: "rejected" }];

test.each<[string, Fine, string | null, string[]]>([
  ["an unpaid fine", fine({}), "payment", ["reminded", "objected"]],
  ["a reminded one", fine({ status: "reminded" }), "payment", ["reminded", "handed_to_collection"]],
  ["one that somebody has to look at", fine({ needs_review: true }), "reviewed", ["payment", "reminded"]],
  ["one with an open objection", fine({ status: "disputed", objections: open }), "desk", ["payment", "supplemented"]],
  ["one whose objection was refused", fine({ objections: decided }), "payment", ["reminded", "objected"]],
  ["one that is owed back", fine({ status: "paid", left_ore: -5000 }), "refunded", ["payment", "objected"]],
  ["one at the collection agency", fine({ status: "collection" }), "payment", ["recalled", "objected"]],
  ["a withdrawn one", fine({ status: "withdrawn", left_ore: 0 }), null, ["reopened", "payment"]],
])("%s: the next step, and two beside it", (_, given, next, quiet) => {
  const steps = stepsOf(given);
  expect(steps.next).toBe(next);
  expect(steps.quiet).toEqual(quiet);
  const all = [...(steps.next === null ? [] : [steps.next]), ...steps.quiet, ...steps.rest];
  expect(new Set(all).size).toBe(all.length);
});

test("an erased case leads to no desk", () => {
  const { rest, next, quiet } = stepsOf(
    fine({ status: "paid", left_ore: 0, objections: decided, erased_at: "2026-11-01" }),
  );
  expect([next, ...quiet, ...rest]).not.toContain("desk");
});
