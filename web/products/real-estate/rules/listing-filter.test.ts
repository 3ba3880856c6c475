import { expect, test } from "vitest";
import type { ListingFilter } from "#data/properties/queries.ts";
import { filterEntries, isFiltered, readFilter } from "./listing-filter.ts";

// Spec 5 §5: **Screens.** Listings: `For
test.each<[string, ListingFilter]>([
  ["", {}],
  ["from=2000000&to=4500000", { from: 2_000_000, to: 4_500_000 }],
  ["bedrooms=3&type=villa&place=Ystad&sort=price", { bedrooms: 3, type: "villa", place: "Ystad", sort: "price" }],
  ["sort=-price", { sort: "-price" }],
  ["from=-1&to=1e9&bedrooms=tre&type=%20&sort=size", {}],
  [`place=${"x".repeat(201)}&from=1234567890123`, {}],
])("%s is the filter %j", (search, filter) => {
  expect(readFilter(new URLSearchParams(search))).toEqual(filter);
  expect(isFiltered(filter)).toBe(Object.keys(filter).length > 0);
});

test("a filter comes back from its address", () => {
  const filter = { sort: "price", place: "Åhus & Kivik", from: 1 } as const;
  expect(readFilter(new URLSearchParams(filterEntries(filter)))).toEqual(filter);
  expect(filterEntries(filter).map(([name]) => name)).toEqual(["from", "place", "sort"]);
});
