import { AcceptError, useAcceptBid } from "#data/property_bids/mutations.ts";
import type { Bid } from "#data/property_bids/queries.ts";
import type { Property } from "#data/properties/queries.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { formatMoney } from "#shared/format/money.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

/** Accepting a bid as an agent does it: a question first, since it ends the bidding, and then what became of it. */
export function useAcceptance(property: Property): {
  accept: (bid: Bid) => Promise<void>;
  pendingId: string | undefined;
} {
  const { mutateAsync, isPending, variables } = useAcceptBid();

  async function accept(bid: Bid) {
    const isSure = await confirm({
      title: labels.acceptTitle(formatMoney(bid.amount), bid.bidder_name),
      description: labels.acceptText(property.title),
      confirmText: labels.acceptConfirm,
      cancelText: labels.cancel,
      lang: "en",
    });
    if (!isSure) return;
    try {
      await mutateAsync({ bidId: bid.id, propertyId: property.id });
      toast.success(labels.acceptDone);
    } catch (error) {
      const isHalfDone = error instanceof AcceptError && error.isHalfDone;
      toast.error(labels.acceptFailed, isHalfDone ? { description: labels.acceptHalfDone } : {});
    }
  }

  return { accept, pendingId: isPending ? variables.bidId : undefined };
}
