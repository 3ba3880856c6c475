import { expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { isSamePress, type LastPress } from "./last-press.ts";

const SINCE = "2026-11-26T12:00:00.000001+00:00";
const press: LastPress = {
  eventId: "e",
  unitId: "a",
  unitNumber: "31-1010",
  from: "AVAILABLE",
  to: "BUSY",
  at: 0,
  since: SINCE,
};
const unit = (over: Partial<Unit>) =>
  ({ id: "a", status: "BUSY", status_since: SINCE, checked_at: null, ...over }) as Unit;

test.each([
  ["is as the press left it", unit({ location: "Lund" }), true],
  ["has another status", unit({ status: "AVAILABLE" }), false],
  ["got the status anew", unit({ status_since: "2026-11-26T12:00:01+00:00" }), false],
  ["was checked since", unit({ checked_at: "2026-11-26T12:00:01+00:00" }), false],
  ["is another one", unit({ id: "b" }), false],
])("a press can be taken back while its unit %s: %o", (_name, given, can) => {
  expect(isSamePress(press, [given])).toBe(can);
});

test("a press on a roster that is not there cannot be taken back", () => {
  expect(isSamePress(press, undefined)).toBe(false);
});
