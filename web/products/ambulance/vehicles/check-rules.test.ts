import { expect, test } from "vitest";
import type { ChecklistItem } from "#data/checklist_items/queries.ts";
import { answersOf, type CheckDraft, criticalFaults, isAnswered, isFault, isNotChecked } from "./check-rules.ts";

const item = (more: Partial<ChecklistItem> = {}): ChecklistItem => ({
  id: "i1",
  text: "Brakes",
  kind: "ok",
  minimum: null,
  is_critical: false,
  is_active: true,
  ...more,
});
const draft = (entered: CheckDraft["entered"]): CheckDraft => ({
  id: "c1",
  turnId: "t1",
  vehicleId: "v1",
  startedAt: "2026-11-21T05:00:00Z",
  km: "",
  entered,
});

test.each([
  ["ok", null, "ok", true, false],
  ["ok", null, "fault", true, true],
  ["ok", null, "", false, false],
  ["number", 120, "120", true, false],
  ["number", 120, "119,5", true, true],
  ["number", null, "0", true, false],
  ["number", 120, "much", false, false],
  ["date", null, "2026-11-21", true, false],
  ["date", null, "2026-11-20", true, true],
] as const)("an item answered by %s of at least %s, answered %s", (kind, minimum, result, answered, fault) => {
  const entered = { result, note: "" };
  expect(isAnswered(item({ kind }), entered)).toBe(answered);
  expect(isFault(item({ kind, minimum }), entered, "2026-11-21")).toBe(fault);
});

test("an item without an answer is neither answered nor a fault", () => {
  expect([isAnswered(item(), undefined), isFault(item(), undefined, "2026-11-21")]).toEqual([false, false]);
});

test("a critical fault takes the vehicle out of service, another one does not", () => {
  const items = [item({ is_critical: true }), item({ id: "i2", text: "Lights" })];
  const fault = { result: "fault", note: "" };
  expect(criticalFaults(items, draft({ i2: fault }), "2026-11-21")).toEqual([]);
  expect(criticalFaults(items, draft({ i1: fault, i2: fault }), "2026-11-21")).toEqual([items[0]]);
});

test("answers are sent with their items as the crew reads them, without those that have none", () => {
  const items = [item({ kind: "number", minimum: 120 }), item({ id: "i2" }), item({ id: "i3" })];
  const answers = answersOf(
    items,
    draft({ i1: { result: " 119,5 ", note: " low " }, i2: { result: "ok", note: " " } }),
  );
  expect(answers).toEqual([
    { item_id: "i1", text: "Brakes", kind: "number", minimum: 120, is_critical: false, result: "119.5", note: "low" },
    { item_id: "i2", text: "Brakes", kind: "ok", minimum: null, is_critical: false, result: "ok", note: null },
  ]);
});

test.each([
  [null, true],
  ["2026-11-21T04:59:00Z", true],
  ["2026-11-21T05:30:00+00:00", false],
])("a vehicle that was checked at %s: not checked in the turn since 05:00 is %s", (checked_at, is) => {
  expect(isNotChecked({ checked_at }, "2026-11-21T05:00:00.000Z")).toBe(is);
});
