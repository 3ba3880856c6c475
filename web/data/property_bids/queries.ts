/** Reading the bids on a property, highest first. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import { nextInOrder, pageInOrder } from "../keyset-pager.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type Bid = Row<"property_bids">;

/** The last bid of a page. */
type BidCursor = Pick<Bid, "amount" | "id">;

const COLUMNS = "id, property_id, bidder_name, amount, accepted, created_at" as const;
const PAGE_SIZE = 50;
const HIGHEST_FIRST = { column: "amount", ascending: false } as const;

export const bidQueries = {
  all: ["property_bids"] as const,
  /** What is told of the bids without listing them. */
  figures: ["property_bids", "figures"] as const,

  /** The bids on a property, by amount (document 2 §7). */
  ofProperty: (propertyId: string) =>
    infiniteQueryOptions({
      queryKey: ["property_bids", "property", propertyId] as const,
      initialPageParam: null as BidCursor | null,
      queryFn: ({ pageParam, signal }) => listBids(propertyId, pageParam, signal),
      getNextPageParam: (page): BidCursor | null => nextInOrder(HIGHEST_FIRST, page, PAGE_SIZE),
    }),
};

async function listBids(propertyId: string, after: BidCursor | null, signal: AbortSignal): Promise<Bid[]> {
  const client = await getClient();
  const rows = client.from("property_bids").select(COLUMNS).eq("property_id", propertyId);
  return unwrap(await pageInOrder(HIGHEST_FIRST, rows, { after, size: PAGE_SIZE, signal }));
}
