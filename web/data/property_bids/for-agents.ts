/** Reads the bids on a property as its agents see them: with names, conditions, and who entered them (document 5 §5). */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";
import { type Bid, BID_COLUMNS } from "./queries.ts";

export type Bidder = Pick<Row<"bidders">, "id" | "name" | "number" | "joined_to">;

/** A bid with its bidder (the one that a joined bidder is), conditions, and the agent who entered it. */
export type AgentBid = Bid & { bidder: Bidder | null; conditions: string | null; enteredBy: string | null };

export type AgentBids = {
  /** The bids, newest first. */
  bids: AgentBid[];
  /** The bidders, by number; those that the public does not know come last. */
  bidders: Bidder[];
};

/** The newest bids of a property that a screen shows. */
const MOST = 1000;
/** The ids in one address. */
const CHUNK = 100;

export const agentBidQueries = {
  ofProperty: (propertyId: string) =>
    queryOptions({
      queryKey: ["property_bids", "agents", propertyId] as const,
      queryFn: (acting, { signal }) => readAgentBids(acting, propertyId, signal),
    }),
};

async function readAgentBids(acting: Acting, propertyId: string, signal: AbortSignal): Promise<AgentBids> {
  const [bids, bidders] = await Promise.all([
    ask(acting, (client) =>
      client
        .from("property_bids")
        .select(BID_COLUMNS)
        .eq("property_id", propertyId)
        .order("created_at", { ascending: false })
        .order("id", { ascending: false })
        .limit(MOST)
        .abortSignal(signal),
    ),
    ask(acting, (client) =>
      client
        .from("bidders")
        .select("id, name, number, joined_to")
        .eq("property_id", propertyId)
        .order("number", { ascending: true, nullsFirst: false })
        .order("id")
        .limit(MOST)
        .abortSignal(signal),
    ),
  ]);
  const detailed = bids.filter((bid) => bid.has_conditions || bid.source === "agent").map(({ id }) => id);
  const chunks = Array.from({ length: Math.ceil(detailed.length / CHUNK) }, (_, at) =>
    detailed.slice(at * CHUNK, (at + 1) * CHUNK),
  );
  const details = await Promise.all(
    chunks.map((ids) =>
      ask(acting, (client) =>
        client
          .from("bid_details")
          .select("bid_id, conditions, entered_by")
          .in("bid_id", ids)
          .limit(CHUNK)
          .abortSignal(signal),
      ),
    ),
  );
  return joined(bids, bidders, details.flat());
}

type Details = Pick<Row<"bid_details">, "bid_id" | "conditions" | "entered_by">;

function joined(bids: readonly Bid[], bidders: Bidder[], details: readonly Details[]): AgentBids {
  const byId = new Map(bidders.map((bidder) => [bidder.id, bidder]));
  const detailsOf = new Map(details.map((each) => [each.bid_id, each]));
  const whole = (bid: Bid): AgentBid => {
    const own = byId.get(bid.bidder_id ?? "");
    const { conditions = null, entered_by: enteredBy = null } = detailsOf.get(bid.id) ?? {};
    return { ...bid, bidder: byId.get(own?.joined_to ?? "") ?? own ?? null, conditions, enteredBy };
  };
  return { bids: bids.map(whole), bidders };
}
