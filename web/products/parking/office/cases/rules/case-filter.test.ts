import { expect, test } from "vitest";
import { CASE_LISTS, type CaseList, NO_FILTER } from "#data/fines/lists.ts";
import { countOf, filterOf } from "./case-filter.ts";
import { listName } from "./list-name.ts";

const ID = "0197f3a2-0000-4000-8000-000000000001";

// Spec 4 §5: Ärenden: lists Alla,
test.each([
  ["", {}],
  ["list=unpaid", {}],
  ["from=2026-11-01&to=2026-11-30", { from: "2026-11-01", to: "2026-11-30" }],
  ["from=2026-02-30&to=igår", {}],
  ["status=paid", { status: "paid" }],
  ["status=gone", {}],
  [`violation=${ID}`, { violation: ID }],
  ["violation=other", { violation: "other" }],
  ["violation=1)", {}],
  ["attendant=vakt01", { attendant: "vakt01" }],
])("an address with %j filters by %j", (search, filter) => {
  expect(filterOf(new URLSearchParams(search))).toEqual({ ...NO_FILTER, ...filter });
  expect(countOf(filterOf(new URLSearchParams(search)))).toBe(Object.keys(filter).length);
});

test("the tabs count all cases, so they show no number under a search or filter", () => {
  const counts = Object.fromEntries(CASE_LISTS.map((list, at) => [list, at + 1])) as Record<CaseList, number>;
  const whole = { search: "", filter: NO_FILTER };
  expect(listName("unpaid", counts, whole)).toEqual({ label: "Obetalda", number: "2" });
  expect(listName("unpaid", "coming", whole)).toEqual({ label: "Obetalda", number: "…" });
  expect(listName("unpaid", undefined, whole)).toEqual({ label: "Obetalda" });
  expect(listName("unpaid", counts, { ...whole, search: "TAO98N" })).toEqual({ label: "Obetalda" });
  expect(listName("unpaid", counts, { ...whole, filter: { ...NO_FILTER, attendant: "vakt01" } })).toEqual({
    label: "Obetalda",
  });
});
