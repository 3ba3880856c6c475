/** Keeps the sale of a property live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { propertyQueries } from "../properties/queries.ts";
import { agentBidQueries } from "../property_bids/for-agents.ts";
import { saleEventQueries } from "../sale_events/queries.ts";
import { saleQueries } from "./queries.ts";

/** Follows what happens in the sale of a property: each step, and each change of its rules, is an event. */
export const useLiveSale = defineLive((propertyId: string) => ({
  table: "sale_events",
  filter: `property_id=eq.${propertyId}`,
  refetch: () => [
    saleEventQueries.ofProperty(propertyId).queryKey,
    saleQueries.standing(propertyId).queryKey,
    propertyQueries.byId(propertyId).queryKey,
    agentBidQueries.ofProperty(propertyId).queryKey,
  ],
}));
