import { describe, expect, test } from "vitest";
import type { Change } from "../live.ts";
import { withoutRow } from "../keyset-pages.ts";
import { applyPropertyChange, type PropertyPages } from "./live.ts";
import type { PropertySummary } from "./queries.ts";

const property = (id: string, minute: number, over: Partial<PropertySummary> = {}): PropertySummary => ({
  id,
  title: `Villa ${id}`,
  seller_name: "Säljaren",
  short_description: "Fin.",
  price: 1_000_000,
  square_feet: null,
  bedrooms: null,
  bathrooms: null,
  address: "Gatan 1",
  city: "Ystad",
  property_type: "house",
  status: "available",
  front_image_url: "",
  created_at: `2026-11-21T08:${String(minute).padStart(2, "0")}:00+00:00`,
  ...over,
});

/** Pages, with or without another page after the last. */
const pagesOf = (hasMore: boolean, ...pages: PropertySummary[][]): PropertyPages => ({
  pages: pages.map((rows, index) => ({
    rows,
    next: index < pages.length - 1 || hasMore ? { created_at: rows.at(-1)?.created_at ?? "", id: "x", price: 1 } : null,
  })),
  pageParams: pages.map(() => null),
});
const idsOf = (data: PropertyPages) => data.pages.map(({ rows }) => rows.map(({ id }) => id));

const about = { schema: "public", table: "properties", commit_timestamp: "", errors: [] };
const written = (eventType: "INSERT" | "UPDATE", row: PropertySummary) =>
  ({ ...about, eventType, new: row, old: {} }) as unknown as Change<"properties">;
const removed = (id: string) =>
  ({ ...about, eventType: "DELETE", new: {}, old: { id } }) as unknown as Change<"properties">;

const c = property("c", 30);
const b = property("b", 20);
const a = property("a", 10);

describe.each([true, false])("with more pages: %s", (hasMore) => {
  const data = pagesOf(hasMore, [c, b], [a]);

  test("a new property comes first", () => {
    expect(idsOf(applyPropertyChange(data, written("INSERT", property("d", 40)), "available"))).toEqual([
      ["d", "c", "b"],
      ["a"],
    ]);
  });

  test("a property that is for sale again stands at the place of its age", () => {
    expect(idsOf(applyPropertyChange(data, written("UPDATE", property("d", 15)), "available"))).toEqual([
      ["c", "b"],
      ["d", "a"],
    ]);
  });

  test("a sold property leaves the list of properties for sale, and its page still leads on", () => {
    const next = applyPropertyChange(data, written("UPDATE", { ...a, status: "sold" }), "available");
    expect(idsOf(next)).toEqual([["c", "b"], []]);
    expect(next.pages.map((page) => page.next === null)).toEqual([false, !hasMore]);
  });

  test("a sold property is shown as sold in the list of all", () => {
    const next = applyPropertyChange(data, written("UPDATE", { ...a, status: "sold" }), undefined);
    expect(next.pages[1]?.rows).toEqual([{ ...a, status: "sold" }]);
  });

  test("a changed property is replaced, a removed one is gone", () => {
    const changed = applyPropertyChange(data, written("UPDATE", { ...b, price: 5 }), "available");
    expect(changed.pages[0]?.rows[1]?.price).toBe(5);
    expect(idsOf(applyPropertyChange(data, removed("b"), "available"))).toEqual([["c"], ["a"]]);
  });

  test("a property outside the list changes nothing", () => {
    expect(applyPropertyChange(data, removed("x"), "available")).toBe(data);
    expect(applyPropertyChange(data, written("UPDATE", property("x", 5, { status: "sold" })), "available")).toBe(data);
    expect(withoutRow(data, "x")).toBe(data);
  });
});

test("a property older than all loaded ones waits for its page", () => {
  const old = property("old", 1);
  const data = pagesOf(true, [c, b]);
  expect(applyPropertyChange(data, written("UPDATE", old), "available")).toBe(data);
  expect(idsOf(applyPropertyChange(pagesOf(false, [c, b]), written("UPDATE", old), "available"))).toEqual([
    ["c", "b", "old"],
  ]);
});

test("the first property is added to an empty list", () => {
  expect(idsOf(applyPropertyChange(pagesOf(false, []), written("INSERT", a), "available"))).toEqual([["a"]]);
});
