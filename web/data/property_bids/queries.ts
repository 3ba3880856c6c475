/** Reads the bids on a property, highest first. */
import { listInOrder } from "../list-in-pages.ts";
import type { Row } from "../live.ts";

export type Bid = Row<"property_bids">;

/** The columns of a bid. */
export const BID_COLUMNS =
  "id, property_id, bidder_name, amount, accepted, created_at, bidder_id, visibility, has_conditions, source, received_at, withdrawn_at" as const;
const PAGE_SIZE = 50;
const HIGHEST_FIRST = { column: "amount", ascending: false } as const;

export const bidQueries = {
  all: ["property_bids"] as const,
  /** The figures of bids, without a list of them. */
  figures: ["property_bids", "figures"] as const,

  /** The bids on a property, by amount (document 2 §7). */
  ofProperty: (propertyId: string) =>
    listInOrder(HIGHEST_FIRST, {
      queryKey: ["property_bids", "property", propertyId],
      size: PAGE_SIZE,
      rows: (client) => client.from("property_bids").select(BID_COLUMNS).eq("property_id", propertyId),
    }),
};
