import { AcceptError, type Acceptance, useAcceptBid } from "#data/property_bids/mutations.ts";
import type { Bid } from "#data/property_bids/queries.ts";
import type { Property } from "#data/properties/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatExactly } from "#shared/format/money.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

type Wanted = Acceptance & { bid: Bid; title: string };

/** An agent's acceptance of a bid. It asks first, because it ends the bidding. */
const useAccept = defineAction<Wanted, void>({
  mutation: useAcceptBid,
  thing: ({ bidId }) => bidId,
  ask: ({ bid, title }) => ({
    title: labels.acceptTitle(formatExactly(bid.amount), bid.bidder_name),
    description: labels.acceptText(title),
    confirmText: labels.acceptConfirm,
  }),
  done: () => labels.acceptDone,
  failed: (error) => ({ text: labels.acceptFailed, description: whatHappened(error) }),
});

function whatHappened(error: unknown): string | undefined {
  if (!(error instanceof AcceptError)) return undefined;
  if (error.other !== undefined) return labels.acceptLost(formatExactly(error.other.amount), error.other.bidder_name);
  return error.isUnknown ? labels.acceptUnknown : undefined;
}

/** The acceptance of a bid on this property. */
export function useAcceptance(property: Property) {
  const { run, isPending } = useAccept();
  const accept = (bid: Bid) => void run({ bidId: bid.id, propertyId: property.id, bid, title: property.title });
  return { accept, isPending };
}
