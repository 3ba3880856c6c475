import { expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { limitsOf, markOf, overdueUnits } from "./attention.ts";

const NOON = Date.parse("2026-11-26T12:00:00+00:00");
const at = (minutes: number) => new Date(NOON - minutes * 60_000).toISOString();
const unit = (id: string, status: string, since: number, checked: number | null = null) =>
  ({ id, status, status_since: at(since), checked_at: checked === null ? null : at(checked) }) as Unit;

const status = (code: string, check_after: number | null, overdue_after: number | null) => ({
  code,
  name: code,
  check_after,
  overdue_after,
});
const limits = limitsOf([status("BUSY", 20, 45), status("Radiobil", null, 60), status("EXEMPT", null, null)]);

test.each([
  ["before its limit", unit("a", "BUSY", 19), undefined],
  ["at the first limit", unit("a", "BUSY", 20), "check"],
  ["at the second limit", unit("a", "BUSY", 45), "overdue"],
  ["checked since", unit("a", "BUSY", 300, 5), undefined],
  ["checked long ago", unit("a", "BUSY", 300, 46), "overdue"],
  ["with one limit, before it", unit("a", "Radiobil", 59), undefined],
  ["with one limit, past it", unit("a", "Radiobil", 60), "overdue"],
  ["of a status without limits", unit("a", "EXEMPT", 9000), undefined],
  ["of a status that nobody knows", unit("a", "NEW", 9000), undefined],
])("a unit %s", (_name, given, mark) => {
  expect(markOf(given, limits, NOON)).toBe(mark);
});

test("units that are overdue need attention, the longest first", () => {
  const units = [unit("a", "BUSY", 50), unit("b", "BUSY", 400, 60), unit("c", "BUSY", 30), unit("d", "Radiobil", 200)];
  expect(overdueUnits(units, limits, NOON).map(({ id }) => id)).toEqual(["d", "b", "a"]);
});
