import { expect, test } from "vitest";
import type { CaseStatus } from "#contract/cases.ts";
import type { FineEvent } from "#data/fine_events/queries.ts";
import { allowedActions } from "./allowed-actions.ts";

const moved = (kind: string, before: CaseStatus | null, after: CaseStatus) =>
  ({ kind, status_before: before, status_after: after }) as FineEvent;
const ISSUED = moved("issued", null, "issued");

test.each([
  ["issued", [], ["payment", "noted", "withdrawn"]],
  ["reminded", [], ["payment", "noted", "withdrawn"]],
  ["disputed", [], ["payment", "noted", "withdrawn"]],
  ["paid", [], ["payment", "noted", "withdrawn"]],
  ["collection", [], ["payment", "noted", "withdrawn"]],
  ["written_off", [], ["payment", "noted"]],
  [
    "withdrawn",
    [moved("noted", "withdrawn", "withdrawn"), moved("withdrawn", "issued", "withdrawn")],
    ["payment", "noted", "reopened"],
  ],
  [
    "withdrawn",
    [moved("noted", "withdrawn", "withdrawn"), moved("objection_accepted", "disputed", "withdrawn")],
    ["payment", "noted"],
  ],
  [
    "withdrawn",
    [
      moved("withdrawn", "issued", "withdrawn"),
      moved("reopened", "withdrawn", "issued"),
      moved("objection_accepted", "disputed", "withdrawn"),
    ],
    ["payment", "noted", "reopened"],
  ],
] as const)("a case that is %s after %j allows %j", (status, events, actions) => {
  expect(allowedActions({ status, needs_review: false, events: [ISSUED, ...events.toReversed()] })).toEqual(actions);
});

test("what has to be reviewed can be", () => {
  expect(allowedActions({ status: "written_off", needs_review: true, events: [ISSUED] })).toEqual([
    "payment",
    "reviewed",
    "noted",
  ]);
});
