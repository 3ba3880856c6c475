import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { Bid } from "#data/property_bids/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatExactly } from "#shared/format/money.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { texts } from "../texts.ts";

type BidRowProps = {
  bid: Bid;
  /** Whether the bid came while the list was on the screen. */
  isNew: boolean;
  /** Accepts the bid; given to agents while the property can be sold. */
  onAccept: (() => void) | undefined;
  isAccepting: boolean;
};

/** A bid: amount, bidder, date, and whether it is accepted. */
export function BidRow({ bid, isNew, onAccept, isAccepting }: BidRowProps) {
  return (
    <li
      className={clsx(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-1 py-3",
        isNew && "just-arrived",
        bid.accepted && "bg-success-soft",
      )}
    >
      <div className="min-w-0">
        <p className="text-lg font-bold tabular-nums">{formatExactly(bid.amount)}</p>
        <p className="wrap-anywhere text-ink-soft">
          {bid.bidder_name}
          <span aria-hidden="true"> · </span>
          <time dateTime={bid.created_at}>{formatDateTime(bid.created_at)}</time>
        </p>
      </div>
      {bid.accepted && <Badge tone="success">{texts.bids.accepted}</Badge>}
      {onAccept !== undefined && (
        <Button size="small" aria-label={texts.bids.accept(bid.bidder_name)} pending={isAccepting} onClick={onAccept}>
          <Check aria-hidden="true" />
          {texts.bids.acceptConfirm}
        </Button>
      )}
    </li>
  );
}
