import { expect, test } from "vitest";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import { lengthOf, lostTurn, restSince, warningOf } from "./turns.ts";

const NOW = Date.parse("2026-11-22T02:00:00Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const turn = (more: Partial<VehicleTurn>) =>
  ({ taken_at: at(-600), until: null, ended_at: null, returned_at: null, ...more }) as VehicleTurn;

test.each([
  [null, undefined],
  [at(31), undefined],
  [at(30), "first"],
  [at(6), "first"],
  [at(5), "last"],
  [at(0), undefined],
  [at(-1), undefined],
])("a turn until %s is warned of as %s", (until, expected) => {
  expect(warningOf({ until }, 30, NOW)).toBe(expected);
});

test.each([
  ["an open turn", turn({}), false],
  ["a turn that was returned", turn({ ended_at: at(-5), returned_at: at(-5) }), false],
  ["a turn that the admin ended", turn({ ended_at: at(-5) }), true],
  ["a turn past its end, whatever the list says", turn({ until: at(0) }), true],
  ["a turn with a late return", turn({ ended_at: at(-5), returned_at: at(-1) }), false],
])("%s is lost: %s", (_name, one, isLost) => {
  expect(lostTurn([one], NOW)).toBe(isLost ? one : undefined);
});

test("the rest is counted from the return", () => {
  expect(restSince([], NOW)).toBeUndefined();
  expect(restSince([turn({}), turn({ ended_at: at(-460), returned_at: at(-460) })], NOW)).toBe(460 * 60_000);
});

test("the length of a turn is what a day has of it, in real time", () => {
  // The night of 29 March has no hour from 2 to 3.
  const night = turn({ taken_at: "2026-03-28T21:00:00Z", ended_at: "2026-03-29T04:00:00Z" });
  expect(lengthOf(night)).toBe(7 * 3_600_000);
  expect(lengthOf(night, Date.parse("2026-03-28T23:00:00Z"))).toBe(5 * 3_600_000);
  expect(lengthOf(turn({}))).toBeUndefined();
});
