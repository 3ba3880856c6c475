import { useId, useState } from "react";
import { useListInterval } from "#data/live.ts";
import type { BidFigures } from "#data/property_bids/figures.ts";
import { useLiveBids } from "#data/property_bids/live.ts";
import { type Bid, bidQueries } from "#data/property_bids/queries.ts";
import type { Property } from "#data/properties/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { isAgent, useAccount } from "#session/account/account-role.ts";
import { LiveState } from "#session/live-state.tsx";
import { formatExactly } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { ButtonLink } from "#shared/ui/button.tsx";
import { useNow } from "#shared/use-now.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { BrokerBidForm } from "../broker/broker-bid-form.tsx";
import { BrokerBidList } from "../broker/broker-bids.tsx";
import { brokerTexts } from "../broker/broker-texts.ts";
import { texts } from "../texts.ts";
import { FollowButtons } from "../following/follow-button.tsx";
import { BidFiguresLine } from "./bid-figures-line.tsx";
import { BidForm } from "./bid-form.tsx";
import { BidRow } from "./bid-row.tsx";
import { HideBidsSwitch } from "./hide-bids-switch.tsx";
import { BidCurve } from "../parts/bid-curve.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { useIsWide } from "../parts/use-is-wide.ts";
import { useAcceptance } from "./use-acceptance.ts";

const labels = texts.bids;

/** The bids on a property: a form while it is available, the list, and for agents the decisions (document 2 §6). */
export function Bids({ property, figures }: { property: Property; figures: BidFigures | undefined }) {
  const title = useId();
  const forAgents = isAgent(useAccount().role);
  const isHidden = property.hide_bid_list;
  const isBroker = property.bid_mode === "broker";
  const isWide = useIsWide();
  return (
    <section aria-labelledby={title} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={title} className="text-xl font-bold">
          {labels.title}
        </h3>
        {forAgents && isHidden && <Badge tone="warning">{labels.hiddenFromPublic}</Badge>}
      </div>
      {/* Below the price on a phone, the highest bid is out of sight where one bids. */}
      {!isWide && <BidFiguresLine figures={figures?.bids === 0 ? undefined : figures} />}
      {forAgents && <HideBidsSwitch property={property} />}
      {forAgents && (
        <ButtonLink to={paths.propertySale(property.id)} className="mt-3">
          {brokerTexts.toSale}
        </ButtonLink>
      )}
      {property.contract_pending && <ContractPending />}
      {property.status === "available" ? (
        isBroker ? (
          <BrokerBidForm property={property} />
        ) : (
          <BidForm property={property} />
        )
      ) : (
        <p className="mt-3 rounded-control bg-sunken px-4 py-3 font-medium">{labels.closed}</p>
      )}
      {!forAgents && <FollowButtons propertyId={property.id} hasLinks={isBroker} />}
      {isHidden && !forAgents ? (
        <p className="mt-5 text-ink-soft">{labels.hidden}</p>
      ) : isBroker ? (
        <BrokerBidList property={property} />
      ) : (
        // With a contract step an acceptance goes by the steps of the sale.
        <BidList property={property} mayAccept={forAgents && !property.contract_step} />
      )}
    </section>
  );
}

function ContractPending() {
  return (
    <p className="mt-3 rounded-control border-l-4 border-warning bg-warning-soft px-4 py-3">
      <span className="block font-semibold">{brokerTexts.contractPending}</span>
      {brokerTexts.contractPendingHint}
    </p>
  );
}

function BidList({ property, mayAccept }: { property: Property; mayAccept: boolean }) {
  const now = useNow();
  const [arrived, setArrived] = useState<Bid>();
  const query = useInfiniteQuery({
    ...bidQueries.ofProperty(property.id),
    select: (data) => data.pages.flat(),
    refetchInterval: useListInterval(),
  });
  const acceptance = useAcceptance(property);
  useLiveBids(property.id, setArrived);

  const accepted = query.data?.find((bid) => bid.accepted);
  const isOpen = mayAccept && (property.status === "available" || property.status === "pending");
  return (
    <div className="mt-5">
      <p className="mb-3 text-ink-soft">
        <LiveState keepsRoom={false} />
      </p>
      <output className="sr-only">
        {arrived !== undefined && labels.arrived(formatExactly(arrived.amount), arrived.bidder_name)}
      </output>
      <StateView
        query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
        loading={<SkeletonList rows={2} label={texts.loading} />}
        failed={labels.loadFailed}
        empty={<p className="text-ink-soft">{labels.none}</p>}
      >
        {(bids) => (
          <>
            <BidCurve bids={bids} now={now} />
            <ul aria-label={labels.list} className="divide-y divide-line border-y border-line">
              {bids.map((bid) => (
                <BidRow
                  key={bid.id}
                  bid={bid}
                  isNew={bid.id === arrived?.id}
                  // When a bid was marked as accepted but the property was not sold, only that bid can be accepted.
                  onAccept={
                    isOpen && (accepted === undefined || accepted.id === bid.id)
                      ? () => acceptance.accept(bid)
                      : undefined
                  }
                  isAccepting={acceptance.isPending(bid.id)}
                />
              ))}
            </ul>
            <ShowMore pages={query} label={labels.more} failed={labels.loadFailed} shown={bids.length} />
          </>
        )}
      </StateView>
    </div>
  );
}
