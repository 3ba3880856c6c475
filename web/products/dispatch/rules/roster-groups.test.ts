import { expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { rosterGroups } from "./roster-groups.ts";

const unit = (unitNumber: string, location: string, over: Partial<Unit> = {}): Unit => ({
  id: unitNumber,
  unit_number: unitNumber,
  location,
  status: "AVAILABLE",
  occupation: "",
  vehicle_type: "",
  operational_status: "ACTIVE",
  updated_at: "2026-11-21T09:00:00+00:00",
  status_since: "2026-11-21T09:00:00+00:00",
  checked_at: null,
  crew: "",
  ...over,
});

const seen = (units: Unit[], ...edits: Unit[]) =>
  rosterGroups(units, new Map(edits.map((base) => [base.id, base]))).map(
    ({ location, rows }) => `${location}: ${rows.map((row) => row.unit.unit_number).join(" ")}`,
  );

// Spec 2 §7: units ordered by
test("units stand by location, then by number, in Swedish order", () => {
  const units = [unit("9", "Östra"), unit("2", "Malmö"), unit("1", "Malmö"), unit("5", "Åkarp"), unit("7", "")];
  expect(seen(units)).toEqual([": 7", "Malmö: 1 2", "Åkarp: 5", "Östra: 9"]);
});

test("no units make no groups", () => {
  expect(seen([])).toEqual([]);
});

test("a unit under edit stays at its place while others move or remove it", () => {
  const base = unit("2", "Malmö");
  const moved = unit("2", "Ystad", { updated_at: "2026-11-21T09:05:00+00:00" });
  expect(seen([unit("1", "Malmö"), moved], base)).toEqual(["Malmö: 1 2"]);
  expect(seen([unit("1", "Malmö")], base)).toEqual(["Malmö: 1 2"]);
});

// Spec rules §9: The roster is
test("a unit under edit stays under any filter, and does not count as deleted", () => {
  const base = unit("2", "Malmö");
  const all = [unit("1", "Malmö"), base];
  expect(rosterGroups([], new Map([[base.id, base]]), all)).toEqual([
    { location: "Malmö", rows: [{ unit: base, current: base, isEdited: true }] },
  ]);
});

test("a row holds the version under edit and the current version", () => {
  const base = unit("2", "Malmö");
  const now = unit("2", "Malmö", { status: "BUSY", updated_at: "2026-11-21T09:05:00+00:00" });
  const rowOf = (units: Unit[]) => rosterGroups(units, new Map([[base.id, base]]))[0]?.rows[0];
  expect(rowOf([now])).toEqual({ unit: base, current: now, isEdited: true });
  expect(rowOf([])).toEqual({ unit: base, current: undefined, isEdited: true });
});
