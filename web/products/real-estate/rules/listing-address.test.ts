import { expect, test } from "vitest";
import { listingSearch, readListingView } from "./listing-address.ts";

const ID = "b0570000-0000-4000-8000-000000000001";

test.each([
  ["", undefined, undefined],
  ["?show=sale", "sale", undefined],
  ["?show=sold", "sold", undefined],
  ["?show=rent", undefined, undefined],
  [`?property=${ID}`, undefined, ID],
  [`?show=sale&property=${ID}`, "sale", ID],
  ["?property=1%20or%201", undefined, undefined],
  ["?property=", undefined, undefined],
] as const)("%s shows the list %s and the property %s", (search, show, property) => {
  expect(readListingView(new URLSearchParams(search))).toEqual({ show, property, tab: "about", filter: {} });
});

test.each([
  [{}, ""],
  [{ show: "sold" as const }, "?show=sold"],
  [{ show: "sale" as const, property: ID }, `?show=sale&property=${ID}`],
  [
    { show: "sale" as const, property: ID, tab: "bids" as const, filter: { to: 4_000_000, place: "Ystad" } },
    `?show=sale&to=4000000&place=Ystad&property=${ID}&tab=bids`,
  ],
])("%j is kept as %s", (view, search) => {
  expect(listingSearch(view)).toBe(search);
});

test("a view with a tab and filters comes back from its address", () => {
  const view = { show: "sale", property: ID, tab: "bids", filter: { bedrooms: 3, sort: "-price" } } as const;
  expect(readListingView(new URLSearchParams(listingSearch(view)))).toEqual(view);
});
