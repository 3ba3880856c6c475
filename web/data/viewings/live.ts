/** Keeps the viewings of a property live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { viewingQueries } from "./queries.ts";

/** Follows the viewings of a property, and with them the sign-ups, which change the places that are left. */
export const useLiveViewings = defineLive((propertyId: string) => ({
  table: "viewings",
  filter: `property_id=eq.${propertyId}`,
  refetch: () => [viewingQueries.all],
}));
