/** Keeps the bids on a property live. */
import { defineLive } from "../define-live.ts";
import { agentBidQueries } from "./for-agents.ts";
import { joinedBidderQueries, ownBidQueries } from "./own-bids.ts";
import { type Bid, bidQueries } from "./queries.ts";

/**
 * Follows the bids on a property. A removal has only the bid's key, so the bids are also fetched when another property's bid is removed.
 * `onArrived` gets each new bid while the screen is open, `onChanged` each bid that was withdrawn, shown or accepted.
 */
export const useLiveBids = defineLive(
  (propertyId: string, onArrived: (bid: Bid) => void = () => undefined, onChanged?: (bid: Bid) => void) => ({
    table: "property_bids",
    filter: `property_id=eq.${propertyId}`,
    refetch: () => [
      bidQueries.ofProperty(propertyId).queryKey,
      bidQueries.figures,
      agentBidQueries.ofProperty(propertyId).queryKey,
      joinedBidderQueries.ofProperty(propertyId).queryKey,
      ownBidQueries.all,
    ],
    onChange: (change) => {
      if (change.eventType === "INSERT") onArrived(change.new);
      if (change.eventType === "UPDATE") onChanged?.(change.new);
    },
  }),
);
