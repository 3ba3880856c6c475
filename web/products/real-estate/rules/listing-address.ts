import type { ListingFilter } from "#data/properties/queries.ts";
import { filterEntries, readFilter } from "./listing-filter.ts";

/** The list that the listings page shows; none is chosen when it opens (document 2 §4). */
export type Show = "sale" | "sold";

/** The tabs of a property's dialog. */
export type PropertyTab = (typeof TABS)[number];
const TABS = ["about", "bids", "viewings"] as const;

/** The state of the listings page, as its address keeps it: a list with its filters, and a property whose dialog is open at a tab. */
export type ListingView = {
  show: Show | undefined;
  property: string | undefined;
  tab: PropertyTab;
  filter: ListingFilter;
};

/** Reads the page's query; unknown values count as none. */
export function readListingView(search: URLSearchParams): ListingView {
  const show = search.get("show");
  const property = search.get("property") ?? "";
  return {
    show: show === "sale" || show === "sold" ? show : undefined,
    // Only a UUID can be looked up.
    property: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(property) ? property : undefined,
    tab: TABS.find((tab) => tab === search.get("tab")) ?? "about",
    filter: readFilter(search),
  };
}

/** The query of a view, with its question mark; empty when the view is empty. */
export function listingSearch({ show, property, tab, filter = {} }: Partial<ListingView>): string {
  const search = new URLSearchParams([
    ...(show === undefined ? [] : [["show", show]]),
    ...filterEntries(filter),
    ...(property === undefined ? [] : [["property", property]]),
    ...(tab === undefined || tab === "about" ? [] : [["tab", tab]]),
  ]);
  return search.size === 0 ? "" : `?${search}`;
}

/** The router state of a link from the list, so that closing the property goes back in the history. */
export const FROM_LIST = { fromList: true } as const;

/** Whether the visitor opened the property from the list. */
export const isFromList = (state: unknown): boolean => (state as Partial<typeof FROM_LIST> | null)?.fromList === true;
