import { useState } from "react";
import { useListInterval } from "#data/live.ts";
import { useLiveBids } from "#data/property_bids/live.ts";
import { joinedBidderQueries } from "#data/property_bids/own-bids.ts";
import { type Bid, bidQueries } from "#data/property_bids/queries.ts";
import type { Property } from "#data/properties/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { LiveState } from "#session/live-state.tsx";
import { formatExactly } from "#shared/format/money.ts";
import { useNow } from "#shared/use-now.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { BidCurve } from "../parts/bid-curve.tsx";
import { useWithdrawals } from "../parts/use-withdrawals.ts";
import { ShowMore } from "../parts/show-more.tsx";
import { texts as productTexts } from "../texts.ts";
import { BrokerBidRow } from "./broker-bid-row.tsx";
import { brokerTexts as texts } from "./broker-texts.ts";

const labels = productTexts.bids;

/** A broker's list as the public reads it: numbers, amounts and times (document 5 §5). */
export function BrokerBidList({ property }: { property: Property }) {
  const now = useNow();
  const [arrived, setArrived] = useState<Bid>();
  const [withdrawn, setWithdrawn] = useState<Bid>();
  const query = useInfiniteQuery({
    ...bidQueries.ofProperty(property.id),
    select: (data) => data.pages.flat(),
    refetchInterval: useListInterval(),
  });
  const look = useWithdrawals(query.data, setWithdrawn);
  useLiveBids(
    property.id,
    (bid) => {
      setArrived(bid);
      look(bid);
    },
    look,
  );
  return (
    <div className="mt-5">
      <p className="mb-3 text-ink-soft">
        <LiveState keepsRoom={false} />
      </p>
      <output className="sr-only">
        {arrived !== undefined && labels.arrived(formatExactly(arrived.amount), arrived.bidder_name)}
      </output>
      <output className="mb-3 block font-semibold empty:hidden">
        {withdrawn !== undefined && texts.toldWithdrawn(withdrawn.bidder_name, formatExactly(withdrawn.amount))}
      </output>
      <JoinedBidders propertyId={property.id} />
      <StateView
        query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
        loading={<SkeletonList rows={2} label={productTexts.loading} />}
        failed={labels.loadFailed}
        empty={<p className="text-ink-soft">{labels.none}</p>}
      >
        {(bids) => (
          <>
            <BidCurve bids={bids} now={now} />
            <ul aria-label={labels.list} className="divide-y divide-line border-y border-line">
              {bids.map((bid) => (
                <BrokerBidRow key={bid.id} bid={bid} now={now} isNew={bid.id === arrived?.id} />
              ))}
            </ul>
            <ShowMore pages={query} label={labels.more} failed={labels.loadFailed} shown={bids.length} />
          </>
        )}
      </StateView>
    </div>
  );
}

/** Numbers that are one bidder. */
function JoinedBidders({ propertyId }: { propertyId: string }) {
  const { data = [] } = useQuery(joinedBidderQueries.ofProperty(propertyId));
  if (data.length === 0) return null;
  return (
    <ul className="mb-3 text-ink-soft">
      {data.map(({ number, is_number: isNumber }) => (
        <li key={number}>{texts.joined(number, isNumber)}</li>
      ))}
    </ul>
  );
}
