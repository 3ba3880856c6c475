/** Places a bid, and accepts one: first the bid, then the property (document 2 §4, §7). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Acting, useActing } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Client } from "../client.ts";
import { DataError, isUnreachable } from "../data-error.ts";
import { propertyQueries } from "../properties/queries.ts";
import { unwrap } from "../unwrap.ts";
import { type Bid, bidQueries } from "./queries.ts";

export type NewBid = { property_id: string; bidder_name: string; amount: number };

/** Places a bid. @throws DataError, `23514` when the property is not open for bids. */
export async function placeBid(acting: Acting, bid: NewBid): Promise<void> {
  await ask(acting, (client) => client.from("property_bids").insert(bid));
}

/** A bid of a property. */
export type Acceptance = { bidId: string; propertyId: string };

/** A bid that another agent accepted first. */
export type OtherBid = Pick<Bid, "bidder_name" | "amount">;

/**
 * The bid could not be accepted. `other` is the bid that another agent accepted first, if there is one. `isUnknown` means that the bid may
 * be accepted: the answer was lost, and the property could not be read.
 */
export class AcceptError extends Error {
  readonly other: OtherBid | undefined;
  readonly isUnknown: boolean;
  constructor(cause: unknown, other: OtherBid | undefined, isUnknown: boolean) {
    super("The bid could not be accepted", { cause });
    this.name = "AcceptError";
    this.other = other;
    this.isUnknown = isUnknown;
  }
}

/**
 * Accepts a bid and sells the property with it. The database does both in the first call, or neither. At most one bid of a property is
 * accepted, also when several agents accept at once (decisions §2).
 * @throws AcceptError
 */
export async function acceptBid(acting: Acting, acceptance: Acceptance): Promise<void> {
  const client = await acting.client();
  try {
    await markAccepted(client, acceptance);
  } catch (error) {
    // The answer may have been lost on its way back.
    const isSold = isUnreachable(error) ? await isSoldBy(client, acceptance) : false;
    if (isSold === true) return;
    throw new AcceptError(error, await findOtherAccepted(client, acceptance), isSold === undefined);
  }
  await sell(client, acceptance);
}

async function markAccepted(client: Client, { bidId }: Acceptance): Promise<void> {
  expectOne(unwrap(await client.from("property_bids").update({ accepted: true }).eq("id", bidId).select("id")));
}

/**
 * The second call of document 2 §7. The property is sold already, so nothing depends on this call. A property that was put up for sale
 * again meanwhile stays for sale.
 */
async function sell(client: Client, { bidId, propertyId }: Acceptance): Promise<void> {
  const sale = { status: "sold", accepted_bid_id: bidId };
  await client.from("properties").update(sale).eq("id", propertyId).eq("accepted_bid_id", bidId);
}

/** Whether the property is sold by this bid; undefined when it cannot be read. */
async function isSoldBy(client: Client, { bidId, propertyId }: Acceptance): Promise<boolean | undefined> {
  const { data, error } = await client.from("properties").select("accepted_bid_id").eq("id", propertyId).maybeSingle();
  return error === null ? data?.accepted_bid_id === bidId : undefined;
}

/** The other bid of the property that is accepted; undefined when there is none, or when it cannot be read. */
async function findOtherAccepted(client: Client, { bidId, propertyId }: Acceptance): Promise<OtherBid | undefined> {
  const accepted = client.from("property_bids").select("bidder_name, amount").eq("property_id", propertyId);
  const { data } = await accepted.eq("accepted", true).neq("id", bidId).maybeSingle();
  return data ?? undefined;
}

/** A refused change gives zero rows and no error. */
function expectOne(rows: { id: string }[]): void {
  if (rows.length === 0) throw new DataError("refused", "No row was changed");
}

/** Makes the hook of a call. After any result, bids and properties are fetched again, so that the screen agrees with the table. */
const defineBidMutation = <Input>(
  call: (acting: Acting, input: Input) => Promise<void>,
  propertyOf: (input: Input) => string,
) =>
  function useBidMutation() {
    const acting = useActing();
    const cache = useQueryClient();
    return useMutation({
      mutationFn: (input: Input) => call(acting, input),
      onSettled: (_none, _error, input) => {
        void cache.invalidateQueries(bidQueries.ofProperty(propertyOf(input)));
        void cache.invalidateQueries({ queryKey: bidQueries.figures });
        void cache.invalidateQueries({ queryKey: propertyQueries.all });
      },
    });
  };

export const usePlaceBid = defineBidMutation(placeBid, ({ property_id: propertyId }) => propertyId);
export const useAcceptBid = defineBidMutation(acceptBid, ({ propertyId }) => propertyId);
