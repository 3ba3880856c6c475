import { describe, expect, test } from "vitest";
import type { Change } from "../live.ts";
import { caseDays, type CaseList, isInList, leftOre, NO_FILTER, spellingsOf } from "./lists.ts";
import { applyCaseChange, type CasePages } from "./live.ts";
import type { ListedCase } from "./queries.ts";

const fine = (id: string, minute: number, over: Partial<ListedCase> = {}): ListedCase => ({
  id,
  project_id: "ostra-hamnen",
  created_at: `2026-11-21T08:${String(minute).padStart(2, "0")}:00+00:00`,
  case_number: "12345674",
  plate: "TAO 98N",
  street: "Åkergränd 1",
  violation_text: "Parkerat på gångbana",
  amount: 700,
  fee: 0,
  paid_ore: 0,
  recovered_ore: 0,
  due_date: "2026-12-05",
  issued_at: "2026-11-21T08:00:00+00:00",
  issued_by: "vakt01",
  status: "issued",
  needs_review: false,
  violation_id: null,
  last_event: "e1",
  ...over,
});

const pagesOf = (...pages: ListedCase[][]): CasePages => ({
  pages: pages.map((rows) => ({ rows, next: null })),
  pageParams: pages.map(() => null),
});
const idsOf = (data: CasePages) => data.pages.map(({ rows }) => rows.map((row) => row.id));
const written = (eventType: "INSERT" | "UPDATE", row: ListedCase) =>
  ({ eventType, new: { ...row, notes: "more columns" }, old: {} }) as unknown as Change<"fines">;

const ALL = { list: "all", search: "", filter: NO_FILTER } as const;
const UNPAID = { ...ALL, list: "unpaid" } as const;

// Spec 4 §5: Ärenden: lists Alla,
describe("a live change of the lists of cases", () => {
  const data = pagesOf([fine("c", 30), fine("b", 20)], [fine("a", 10)]);

  test("a new case is inserted at its place, with only the columns of the list", () => {
    const changed = applyCaseChange(data, written("INSERT", fine("d", 25)), ALL);
    expect(idsOf(changed)).toEqual([["c", "d", "b"], ["a"]]);
    expect(changed.pages[0]?.rows[1]).toEqual(fine("d", 25));
  });

  test("a paid case leaves the unpaid list, and returns to its place when the payment is undone", () => {
    const paid = applyCaseChange(data, written("UPDATE", fine("b", 20, { status: "paid" })), UNPAID);
    expect(idsOf(paid)).toEqual([["c"], ["a"]]);
    expect(idsOf(applyCaseChange(paid, written("UPDATE", fine("b", 20)), UNPAID))).toEqual([["c"], ["b", "a"]]);
    expect(idsOf(applyCaseChange(data, written("UPDATE", fine("b", 20, { status: "paid" })), ALL))).toEqual(
      idsOf(data),
    );
  });

  test("an erased case is removed", () => {
    const removed = { eventType: "DELETE", new: {}, old: { id: "b" } } as unknown as Change<"fines">;
    expect(idsOf(applyCaseChange(data, removed, ALL))).toEqual([["c"], ["a"]]);
  });
});

test.each([
  ["issued", true],
  ["reminded", true],
  ["collection", true],
  ["disputed", false],
  ["paid", false],
  ["withdrawn", false],
  ["written_off", false],
] as const)("a case that is %s is unpaid: %s", (status, expected) => {
  expect(isInList(fine("a", 1, { status }), UNPAID)).toBe(expected);
});

test.each([
  ["", true],
  ["tao98n", true],
  ["TAO-98N", true],
  ["1234 5674", true],
  ["TAO 98M", false],
  ["TAO", false],
  ["1234567", false],
])("a search for %j finds TAO 98N, 12345674: %s", (search, expected) => {
  expect(isInList(fine("a", 1), { ...ALL, search })).toBe(expected);
});

test("a list and a search both apply", () => {
  expect(isInList(fine("a", 1), { ...ALL, list: "review", search: "tao98n" })).toBe(false);
  expect(isInList(fine("a", 1, { needs_review: true }), { ...ALL, list: "review", search: "tao98n" })).toBe(true);
});

test.each([
  [{}, 70_000],
  [{ fee: 60 }, 76_000],
  [{ paid_ore: 20_050 }, 49_950],
  [{ paid_ore: 80_000 }, -10_000],
  [{ status: "withdrawn" }, 0],
  [{ status: "withdrawn", paid_ore: 70_000 }, -70_000],
  [{ status: "written_off", paid_ore: 100 }, -100],
  [{ status: "written_off", paid_ore: 76_000, recovered_ore: 76_000 }, 0],
  [{ status: "written_off", paid_ore: 80_000, recovered_ore: 76_000 }, -4000],
  [{ status: "disputed", paid_ore: 70_000 }, 0],
] as const)("of %j is left %i öre", (over, left) => {
  expect(leftOre(fine("a", 1, over))).toBe(left);
});

const DAYS = caseDays(new Date("2026-12-05T12:00:00Z"));
const LISTS = ["unpaid", "disputed", "overdue", "review", "refund", "expiring"] as const satisfies CaseList[];

// Spec 4 §5: Ärenden: lists Alla,
test.each([
  [{}, ["unpaid"]],
  [{ due_date: "2026-12-04" }, ["unpaid", "overdue"]],
  [{ due_date: "2026-12-04", status: "collection" }, ["unpaid"]],
  [{ due_date: "2026-12-04", status: "disputed", needs_review: true }, ["disputed", "review"]],
  [{ status: "paid", paid_ore: 70_001 }, ["refund"]],
  [{ status: "withdrawn", paid_ore: 1 }, ["refund"]],
  [{ issued_at: "2025-02-03T22:59:59+00:00", status: "disputed" }, ["disputed", "expiring"]],
  [{ issued_at: "2025-02-03T23:00:00+00:00" }, ["unpaid"]],
  [{ issued_at: "2020-01-01T12:00:00+00:00", status: "paid" }, []],
] as const)("a case of %j on the 5th of December stands in %j", (over, expected) => {
  expect(LISTS.filter((list) => isInList(fine("a", 1, over), { ...ALL, list }, DAYS))).toEqual(expected);
});

test("two years before a day that did not exist means the day after", () => {
  expect(caseDays(new Date("2027-12-30T12:00:00Z"))).toEqual({
    today: "2027-12-30",
    expiresBefore: "2026-02-28T23:00:00.000Z",
  });
});

test.each([
  [{ from: "2026-11-21", to: "2026-11-21" }, true],
  [{ from: "2026-11-22" }, false],
  [{ to: "2026-11-20" }, false],
  [{ status: "issued" }, true],
  [{ status: "paid" }, false],
  [{ violation: "other" }, true],
  [{ violation: "0197f3a2-0000-4000-8000-000000000001" }, false],
  [{ attendant: "VAKT01" }, true],
  [{ attendant: "Vakt01" }, true],
  [{ attendant: "vakt0" }, false],
] as const)("the filter %j lets a case of the 21st by vakt01 through: %s", (filter, expected) => {
  expect(isInList(fine("a", 1), { ...ALL, filter: { ...NO_FILTER, ...filter } }, DAYS)).toBe(expected);
});

// Spec 4 §5: Ärenden: lists Alla,
test.each([
  ["vakt01", "Vakt01"],
  ["vakt01", "vaKt01"],
  ["NORDSTADSVAKTEN", "Nordstadsvakten"],
  ["Nordstadsvakten", "nordstadsvakten"],
  ["nordstadsvakten", "NORDSTADSVAKTEN"],
])("the ID %s finds %s too", (typed, stored) => {
  expect(spellingsOf(typed)).toContain(stored);
  expect(spellingsOf(typed).length).toBeLessThanOrEqual(64);
});
