/** The filters of the listings, as the address has them, so that a link shares them (document 5 §5). */
import type { ListingFilter } from "#data/properties/queries.ts";

const SORTS = ["price", "-price"] as const;
const LONGEST = 200;

/** Reads the filters of an address; what cannot be read counts as none. */
export function readFilter(search: URLSearchParams): ListingFilter {
  const number = (name: string) => {
    const typed = search.get(name) ?? "";
    return /^\d{1,12}$/.test(typed) ? { [name]: Number(typed) } : {};
  };
  const text = (name: string) => {
    const typed = search.get(name)?.trim() ?? "";
    return typed === "" || typed.length > LONGEST ? {} : { [name]: typed };
  };
  const sort = SORTS.find((each) => each === search.get("sort"));
  return {
    ...number("from"),
    ...number("to"),
    ...number("bedrooms"),
    ...text("type"),
    ...text("place"),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** The filters as parts of an address, in one order, so that the same filters are the same address. */
export const filterEntries = (filter: ListingFilter): [string, string][] =>
  (["from", "to", "bedrooms", "type", "place", "sort"] as const).flatMap((name): [string, string][] => {
    const value = filter[name];
    return value === undefined ? [] : [[name, String(value)]];
  });

export const isFiltered = (filter: ListingFilter): boolean => filterEntries(filter).length > 0;
