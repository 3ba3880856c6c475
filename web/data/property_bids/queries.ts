/** Reading the bids on a property, highest first. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type Bid = Row<"property_bids">;

/** The last bid of a page. */
type BidCursor = Pick<Bid, "amount" | "id">;

const COLUMNS = "id, property_id, bidder_name, amount, accepted, created_at" as const;
const PAGE_SIZE = 50;

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
      getNextPageParam: (page): BidCursor | null => {
        const last = page.at(-1);
        return last === undefined || page.length < PAGE_SIZE ? null : { amount: last.amount, id: last.id };
      },
    }),
};

async function listBids(propertyId: string, after: BidCursor | null, signal: AbortSignal): Promise<Bid[]> {
  const client = await getClient();
  let rows = client.from("property_bids").select(COLUMNS).eq("property_id", propertyId);
  // The first condition is what the index can start at; the second breaks ties of the same amount.
  if (after !== null) rows = rows.lte("amount", after.amount).or(`amount.lt.${after.amount},id.lt."${after.id}"`);
  return unwrap(
    await rows
      .order("amount", { ascending: false })
      .order("id", { ascending: false })
      .limit(PAGE_SIZE)
      .abortSignal(signal),
  );
}
