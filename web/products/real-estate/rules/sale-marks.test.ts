import { expect, test } from "vitest";
import type { SaleMark } from "#data/sale_events/queries.ts";
import { readMarks } from "./sale-marks.ts";

let minute = 60;
const mark = (kind: string, data: object = {}): SaleMark => ({
  kind,
  at: `2026-11-27T08:${String(--minute).padStart(2, "0")}:00+00:00`,
  data: data as never,
});
const printed = (purpose: string) => mark("list_printed", { purpose });

test.each([
  [[], []],
  [[printed("anonymous")], []],
  [
    [printed("buyer"), printed("seller"), mark("assignment_ended")],
    ["buyer", "seller"],
  ],
  [[mark("assignment_ended"), printed("anonymous")], []],
  // The assignment ended anew: what was handed over before it is old.
  [[printed("buyer"), mark("assignment_ended"), printed("seller"), mark("assignment_ended")], ["buyer"]],
])("of the events %#, lists are handed over to %j", (marks, expected) => {
  expect([...readMarks(marks).printedFor]).toEqual(expected);
});

test("the last contract counts", () => {
  const last = mark("contract_signed");
  expect(readMarks([printed("anonymous"), last, mark("contract_signed")]).signedAt).toBe(last.at);
  expect(readMarks([]).signedAt).toBeUndefined();
});
