/** Reads the bids that were placed with a key, which a bidder's device made (document 5 §5). */
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";
import type { Bid } from "./queries.ts";

export type OwnBid = Pick<Bid, "id" | "amount" | "created_at" | "withdrawn_at"> & {
  visibility: "waiting" | "public" | "hidden";
  conditions: string | null;
};

/** A bid that everybody reads. */
export type PublicBid = Pick<
  Bid,
  "id" | "bidder_name" | "amount" | "created_at" | "received_at" | "withdrawn_at" | "has_conditions" | "accepted"
>;

/** A property that a key has bids on. `status` is null where everybody may not see the property; `number` is null until a bid is public. */
export type OwnBids = {
  property_id: string;
  title: string;
  status: "available" | "sold" | null;
  number: number | null;
  bids: OwnBid[];
  /** The highest bids that everybody reads, highest first; null where the list is hidden. */
  public_bids: (PublicBid & { is_own: boolean })[] | null;
};

type Answer = { outcome: "found"; properties: OwnBids[] } | { outcome: "none" };

/** The interval of the fetches, in milliseconds: a hidden bid is told to nobody live, also not to its bidder. */
const POLL_MS = 15_000;

export const ownBidQueries = {
  all: ["property_bids", "own"] as const,
  byKey: (key: string) =>
    queryOptions({
      queryKey: ["property_bids", "own", key] as const,
      refetchInterval: POLL_MS,
      queryFn: async (acting, { signal }): Promise<OwnBids[]> => {
        const answer = (await ask(acting, (client) => client.rpc("my_bids", { key }).abortSignal(signal))) as Answer;
        return answer.outcome === "found" ? answer.properties : [];
      },
    }),
};

/** Reads which bidders of a property are one person, for `Bidder 3 is Bidder 2`. */
export const joinedBidderQueries = {
  ofProperty: (propertyId: string) =>
    queryOptions({
      queryKey: ["property_bids", "joined", propertyId] as const,
      queryFn: (acting, { signal }) =>
        ask(acting, (client) => client.rpc("list_joined_bidders", { property_id: propertyId }).abortSignal(signal)),
    }),
};
