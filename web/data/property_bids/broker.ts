/** Bids on a broker's list (document 5 §5): placed, entered by agents, shown, hidden, withdrawn. Each call has an id of its caller. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Json } from "../database.gen.ts";
import { defineMutation } from "../define-mutation.ts";
import { bidQueries } from "./queries.ts";

/** The person who bids: a name, and an e-mail address or a phone number. */
export type BidderContact = { name: string; email: string; phone: string };

export type BrokerBid = {
  id: string;
  property_id: string;
  amount: number;
  conditions: string;
  is_hidden: boolean;
};

export type PlacedBid =
  | { outcome: "placed"; visibility: "public" | "hidden" | "waiting"; number: number | null }
  | { outcome: "too_low"; at_least: number }
  | { outcome: "closed"; status: "sold" | null }
  | { outcome: "warnings"; warnings: { code: "far-below" }[] };

type Placing = { bid: BrokerBid; bidder: BidderContact; key: string; isMeant: boolean };

/** Places a visitor's bid. */
export const placeBrokerBid = async (acting: Acting, { bid, bidder, key, isMeant }: Placing) =>
  (await ask(acting, (client) =>
    client.rpc("place_bid", {
      bid,
      bidder,
      key,
      accepted: isMeant ? [{ code: "far-below", reason: "" }] : [],
    }),
  )) as PlacedBid;

export type EnteredBid = { outcome: "entered"; visibility: "public" | "hidden"; number: number | null } | Gone;
type Gone = { outcome: "gone" };

type Entering = {
  bid: BrokerBid & { received_at: string };
  bidder: BidderContact | { id: string };
  agent: string;
};

/** Notes a bid that came to an agent by phone. */
export const enterBid = async (acting: Acting, { bid, bidder, agent }: Entering) =>
  (await ask(acting, (client) => client.rpc("enter_bid", { bid, bidder, acting_as: agent }))) as EnteredBid;

/** The answer to a step that somebody else was faster than. */
export type SaleChanged = { outcome: "changed"; now: string; by: string | null; at: string | null };

type Showing = { bidId: string; eventId: string; expected: string; visibility: "public" | "hidden"; agent: string };

/** Shows a bid to the public, or hides it. */
export const setBidVisibility = async (acting: Acting, { bidId, eventId, expected, visibility, agent }: Showing) =>
  (await ask(acting, (client) =>
    client.rpc("set_bid_visibility", { bid_id: bidId, event_id: eventId, expected, visibility, acting_as: agent }),
  )) as { outcome: "set" | "unchanged" } | SaleChanged;

type Withdrawing = { bidId: string; eventId: string } & ({ key: string } | { agent: string });

/** Withdraws a bid, by the key of its bidder or by an agent. */
export const withdrawBid = async (acting: Acting, { bidId, eventId, ...by }: Withdrawing) =>
  (await ask(acting, (client) =>
    client.rpc("withdraw_bid", {
      bid_id: bidId,
      event_id: eventId,
      key: "key" in by ? by.key : (null as never),
      acting_as: "agent" in by ? by.agent : (null as never),
    }),
  )) as { outcome: "withdrawn" | "unchanged"; at: string } | { outcome: "closed"; status: "sold" };

type Joining = { propertyId: string; eventId: string; keep: string; joined: string; reason: string; agent: string };

/** Joins two bidders who are one person. */
export const joinBidders = async (acting: Acting, { propertyId, eventId, keep, joined, reason, agent }: Joining) =>
  (await ask(acting, (client) =>
    client.rpc("join_bidders", { property_id: propertyId, event_id: eventId, keep, joined, reason, acting_as: agent }),
  )) as { outcome: "joined" | "unchanged" };

export type Contact = { email: string | null; phone: string | null };

/** Opens a bidder's contact, which the trail notes. */
export const openContact = async (acting: Acting, { bidderId, agent }: { bidderId: string; agent: string }) =>
  (await ask(acting, (client) => client.rpc("open_contact", { bidder_id: bidderId, acting_as: agent }))) as Contact &
    Json;

const BIDS = [bidQueries.all];
export const usePlaceBrokerBid = defineMutation(placeBrokerBid, BIDS);
export const useEnterBid = defineMutation(enterBid, BIDS);
export const useSetBidVisibility = defineMutation(setBidVisibility, BIDS);
export const useWithdrawBid = defineMutation(withdrawBid, BIDS);
export const useJoinBidders = defineMutation(joinBidders, BIDS);
export const useOpenContact = defineMutation(openContact);
