import { AcceptError, type Acceptance, useAcceptBid } from "#data/property_bids/mutations.ts";
import type { Bid } from "#data/property_bids/queries.ts";
import type { Property } from "#data/properties/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatExactly } from "#shared/format/money.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

type Wanted = Acceptance & { bid: Bid; title: string };

/** Accepting a bid as an agent does it: a question first, since it ends the bidding, and then what became of it. */
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

/** Accepting one of a property's bids. */
export function useAcceptance(property: Property) {
  const { run, isPending } = useAccept();
  const accept = (bid: Bid) => void run({ bidId: bid.id, propertyId: property.id, bid, title: property.title });
  return { accept, isPending };
}
