import { expect, test } from "vitest";
import type { Change } from "../live.ts";
import type { Unit } from "./queries.ts";
import { applyUnitChange, withoutUnit, withUnit } from "./roster.ts";

const unit = (id: string, over: Partial<Unit> = {}): Unit => ({
  id,
  unit_number: `31-${id}`,
  location: "Malmö",
  status: "AVAILABLE",
  occupation: "Patrull",
  vehicle_type: "Volvo V90",
  operational_status: "ACTIVE",
  updated_at: "2026-11-21T09:00:00.000001+00:00",
  status_since: "2026-11-21T09:00:00.000001+00:00",
  checked_at: null,
  crew: "",
  ...over,
});
const LATER = "2026-11-21T09:00:05.000001+00:00";
const EARLIER = "2026-11-21T08:59:00.000001+00:00";

const about = { schema: "public", table: "units", commit_timestamp: "", errors: [] };
const written = (eventType: "INSERT" | "UPDATE", row: Unit) =>
  ({ ...about, eventType, new: { ...row, created_at: row.updated_at }, old: {} }) as unknown as Change<"units">;
const removed = (id: string) => ({ ...about, eventType: "DELETE", new: {}, old: { id } }) as unknown as Change<"units">;

const roster = [unit("a"), unit("b")];

test("a later version replaces the unit and is news", () => {
  const later = unit("a", { status: "BUSY", updated_at: LATER });
  const after = applyUnitChange(roster, written("UPDATE", later));
  expect(after).toEqual({ roster: [later, unit("b")], news: { kind: "updated", unit: later } });
});

test.each([
  ["the same version", unit("a")],
  ["an earlier version, told late", unit("a", { status: "BUSY", updated_at: EARLIER })],
])("%s is no news", (_name, row) => {
  expect(applyUnitChange(roster, written("UPDATE", row))).toEqual({ roster });
  expect(applyUnitChange(roster, written("UPDATE", row)).roster).toBe(roster);
});

test("an unknown unit is added by an insert and by an update", () => {
  for (const kind of ["INSERT", "UPDATE"] as const) {
    const after = applyUnitChange(roster, written(kind, unit("c")));
    expect(after.roster).toHaveLength(3);
    expect(after.news).toEqual({ kind: "added", unit: unit("c") });
  }
});

test("a removal says which unit it was; an unknown unit is no news", () => {
  expect(applyUnitChange(roster, removed("b"))).toEqual({
    roster: [unit("a")],
    news: { kind: "deleted", unit: unit("b") },
  });
  expect(applyUnitChange(roster, removed("x")).roster).toBe(roster);
  expect(applyUnitChange(roster, removed("x")).news).toBeUndefined();
});

test("this window's own change is in the roster before its live event comes", () => {
  const saved = unit("a", { status: "BUSY", updated_at: LATER });
  const own = withUnit(roster, saved);
  expect(own[0]).toEqual(saved);
  expect(applyUnitChange(own, written("UPDATE", saved)).news).toBeUndefined();
  expect(applyUnitChange(withoutUnit(roster, "b"), removed("b")).news).toBeUndefined();
});
