import { safeParse } from "valibot";
import { expect, test } from "vitest";
import type { Violation } from "#data/violations/queries.ts";
import {
  movedIds,
  NEW_VIOLATION,
  typedViolation,
  violationChanges,
  violationDifferences,
  violationSchema,
} from "./violation-schema.ts";

const READ: Violation = {
  id: "v1",
  project_id: "p1",
  code: "02",
  text: "Parkerat längre än tillåten tid",
  amount: 700,
  max_amount: null,
  needs_no_right: false,
  is_active: true,
  sort_order: 2,
};
const TYPED = { ...NEW_VIOLATION, text: "Parkerat på gångbana" };
/** The message at a field, or undefined. */
function told(over: Partial<typeof TYPED>, siteMost: number | null = null) {
  const { success, issues } = safeParse(violationSchema(siteMost), { ...TYPED, ...over });
  return success ? undefined : `${String(issues[0].path?.[0]?.key)}: ${issues[0].message}`.replaceAll(/\s/g, " ");
}

// Spec 4 §5: Inställningar: all of
// Spec 4 §3: violations: code, …
test.each([
  [{}, null, undefined],
  [{ amount: "0" }, null, "amount: Ange ett helt tal mellan 1 och 50 000"],
  [{ amount: "50001" }, null, "amount: Ange ett helt tal mellan 1 och 50 000"],
  [{ amount: "1301" }, 1300, "amount: Platsens högsta belopp är 1 300 kr"],
  [{ max_amount: "699" }, null, "max_amount: Det högsta beloppet kan inte vara lägre än beloppet"],
  [{ max_amount: "700" }, null, undefined],
  [{ code: "1".repeat(21) }, null, "code: Högst 20 tecken"],
])("a violation with %j at a site that takes at most %s: %s", (over, siteMost, message) => {
  expect(told(over, siteMost)).toBe(message);
});

test("only changed columns are written", () => {
  const { output } = safeParse(violationSchema(null), { ...typedViolation(READ), amount: "900", max_amount: "1000" });
  expect(violationChanges(READ, output as never)).toEqual({ amount: 900, max_amount: 1000 });
});

test("another person's changes are described in words", () => {
  expect(violationDifferences(READ, { ...READ, max_amount: 1000, is_active: false })).toEqual([
    { label: "Högsta belopp (kr)", was: "tomt", now: "1000" },
    { label: "Aktiv", was: "ja", now: "nej" },
  ]);
});

test.each([
  ["b", -1, ["b", "a", "c"]],
  ["b", 1, ["a", "c", "b"]],
  ["a", -1, ["a", "b", "c"]],
  ["c", 1, ["a", "b", "c"]],
  ["x", 1, ["a", "b", "c"]],
] as const)("%s moved by %i", (id, by, order) => {
  expect(movedIds(["a", "b", "c"], id, by)).toEqual(order);
});
