/** Keeps the bids on a property live. */
import { defineLive } from "../define-live.ts";
import { type Bid, bidQueries } from "./queries.ts";

/**
 * Follows the bids on a property; a removed bid is told by its key alone, so that one of another property has them fetched too.
 * `onArrived` gets each bid that is placed while the screen is open.
 */
export const useLiveBids = defineLive((propertyId: string, onArrived: (bid: Bid) => void) => ({
  table: "property_bids",
  filter: `property_id=eq.${propertyId}`,
  refetch: () => [bidQueries.ofProperty(propertyId).queryKey, bidQueries.figures],
  onChange: (change) => {
    if (change.eventType === "INSERT") onArrived(change.new);
  },
}));
