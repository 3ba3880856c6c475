import { clsx } from "clsx";
import type { PublicBid } from "#data/property_bids/own-bids.ts";
import type { Bid } from "#data/property_bids/queries.ts";
import { formatExactly } from "#shared/format/money.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { texts as productTexts } from "../texts.ts";
import { brokerTexts as texts } from "./broker-texts.ts";

type Props = {
  bid: PublicBid & Partial<Pick<Bid, "visibility">>;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether the bid came while the list was on the screen. */
  isNew?: boolean;
  /** Whether the bid is the reader's own. */
  isOwn?: boolean;
};

/** A bid as the public reads it: `Bidder 2 · 4 150 000 kr · 14:02`. A withdrawn bid is struck through, with its time. */
export function BrokerBidRow({ bid, now, isNew = false, isOwn = false }: Props) {
  const at = shortMoment(new Date(bid.received_at ?? bid.created_at), now);
  const words = texts.row(bid.bidder_name, formatExactly(bid.amount), at);
  return (
    <li
      className={clsx(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-1 py-3",
        isNew && "just-arrived",
        bid.accepted && "bg-success-soft",
      )}
    >
      <span className="font-semibold wrap-anywhere tabular-nums">
        {bid.withdrawn_at === null ? words : <s className="text-ink-soft">{words}</s>}
      </span>
      <span className="flex flex-wrap gap-2">
        {isOwn && <Badge tone="brand">{texts.you}</Badge>}
        {bid.withdrawn_at !== null && (
          <Badge tone="danger">{texts.withdrawn(shortMoment(new Date(bid.withdrawn_at), now))}</Badge>
        )}
        {bid.has_conditions && <Badge>{texts.withConditions}</Badge>}
        {bid.visibility === "waiting" && <Badge tone="warning">{texts.waiting}</Badge>}
        {bid.visibility === "hidden" && <Badge tone="warning">{texts.hiddenMark}</Badge>}
        {bid.accepted && <Badge tone="success">{productTexts.bids.accepted}</Badge>}
      </span>
    </li>
  );
}
