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
  expect(readListingView(new URLSearchParams(search))).toEqual({ show, property });
});

test.each([
  [{}, ""],
  [{ show: "sold" as const }, "?show=sold"],
  [{ show: "sale" as const, property: ID }, `?show=sale&property=${ID}`],
])("%j is kept as %s", (view, search) => {
  expect(listingSearch(view)).toBe(search);
});
