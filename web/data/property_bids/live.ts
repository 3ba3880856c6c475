/** Keeps the bids on a property live. */
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { type Bid, bidQueries } from "./queries.ts";

/**
 * Fetches the bids on the property again at each change of theirs and after each (re)join.
 * @param onArrived gets each bid that is placed while the screen is open.
 */
export function useLiveBids(propertyId: string, onArrived: (bid: Bid) => void): void {
  const cache = useQueryClient();
  const refetch = () => {
    void cache.invalidateQueries(bidQueries.ofProperty(propertyId));
    void cache.invalidateQueries({ queryKey: bidQueries.figures });
  };
  useLive(
    { table: "property_bids", filter: `property_id=eq.${propertyId}` },
    (change) => {
      // A removed bid is told by its key alone and may be another property's: fetching once more tells.
      if (change.eventType === "INSERT") onArrived(change.new);
      refetch();
    },
    refetch,
  );
}
