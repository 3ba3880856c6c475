/** Reads the list of bids that is handed over (document 5 §5). */
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";

export type ListPurpose = "seller" | "buyer" | "anonymous";

/** A bid on the printed list. An anonymous list has no names. */
export type ListedBid = {
  id: string;
  bidder: string;
  amount: number;
  at: string;
  source: string;
  is_hidden: boolean;
  withdrawn_at: string | null;
  conditions: string | null;
  is_accepted: boolean;
  is_after_contract: boolean | null;
  name?: string | null;
  email?: string | null;
  phone?: string | null;
};

export type BidList =
  | { outcome: "list"; purpose: ListPurpose; printed_at: string; bids: ListedBid[] }
  | { outcome: "not_ended" | "gone" };

/** The list of bids for somebody. The database notes it as printed, once an id. */
export const bidListQuery = (list: { propertyId: string; purpose: ListPurpose; eventId: string; agent: string }) =>
  queryOptions({
    queryKey: ["property_sales", "list", list] as const,
    // Contacts are read once a visit.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async (acting, { signal }) =>
      (await ask(acting, (client) =>
        client
          .rpc("bid_list", {
            property_id: list.propertyId,
            purpose: list.purpose,
            event_id: list.eventId,
            acting_as: list.agent,
          })
          .abortSignal(signal),
      )) as BidList,
  });
