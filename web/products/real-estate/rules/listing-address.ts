/** Which list the listings page shows; none is chosen when it opens (document 2 §4). */
export type Show = "sale" | "sold";

/** What the listings page shows, as its address keeps it: a list, and a property whose dialog is open. */
export type ListingView = { show: Show | undefined; property: string | undefined };

/** Reads the page's query; what is not known counts as nothing. */
export function readListingView(search: URLSearchParams): ListingView {
  const show = search.get("show");
  const property = search.get("property") ?? "";
  return {
    show: show === "sale" || show === "sold" ? show : undefined,
    // Anything but a key could not be asked for.
    property: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(property) ? property : undefined,
  };
}

/** The query of a view, with its question mark; empty when there is nothing to keep. */
export function listingSearch({ show, property }: Partial<ListingView>): string {
  const search = new URLSearchParams({
    ...(show === undefined ? {} : { show }),
    ...(property === undefined ? {} : { property }),
  });
  return search.size === 0 ? "" : `?${search}`;
}

/** What a link from the list carries, so that closing the property goes back instead of on. */
export const FROM_LIST = { fromList: true } as const;

/** Whether the visitor opened the property from the list. */
export const isFromList = (state: unknown): boolean => (state as Partial<typeof FROM_LIST> | null)?.fromList === true;
