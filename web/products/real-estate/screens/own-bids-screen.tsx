import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useWithdrawBid } from "#data/property_bids/broker.ts";
import { useBidFigures } from "#data/property_bids/figures.ts";
import { useLiveBids } from "#data/property_bids/live.ts";
import { type OwnBid, type OwnBids, ownBidQueries } from "#data/property_bids/own-bids.ts";
import { propertyQueries } from "#data/properties/queries.ts";
import { viewingQueries } from "#data/viewings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatExactly } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { isSecretKey } from "#shared/secret-key.ts";
import { useNow } from "#shared/use-now.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Page } from "#shared/ui/page.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { keepBidKey, readBidKey } from "../broker/bid-key.ts";
import { BidForm } from "../broker/broker-bid-form.tsx";
import { BrokerBidRow } from "../broker/broker-bid-row.tsx";
import { brokerTexts } from "../broker/broker-texts.ts";
import { BidFiguresLine } from "../listings/bid-figures-line.tsx";
import { FollowButtons } from "../following/follow-button.tsx";
import { texts as productTexts } from "../texts.ts";
import { OwnSignupLine } from "../viewings/own-signups.tsx";
import { spanOf } from "../parts/span-of.ts";
import { viewingTexts } from "../visit-texts.ts";

const texts = brokerTexts.own;

/** The bids of a key, which stands in the address behind `#`; without one, those of this device (document 5 §5). */
export function OwnBidsScreen() {
  const given = useLocation().hash.slice(1);
  const key = isSecretKey(given) ? given : readBidKey();
  return (
    <Page title={texts.title} lang="en" description={texts.about} back={{ to: paths.listings() }}>
      {key === undefined ? <EmptyState text={texts.none} /> : <Own key={key} bidKey={key} />}
    </Page>
  );
}

function Own({ bidKey }: { bidKey: string }) {
  // A mailed link is this device's key from here on where it has none.
  useEffect(() => void (readBidKey() ?? keepBidKey(bidKey)), [bidKey]);
  return (
    <>
      <OwnBidList bidKey={bidKey} />
      <OwnViewings bidKey={bidKey} />
    </>
  );
}

/** The viewings to come that this key has places at. */
function OwnViewings({ bidKey }: { bidKey: string }) {
  const signups = useQuery(viewingQueries.own(bidKey)).data ?? [];
  if (signups.length === 0) return null;
  return (
    <Card as="section" aria-label={viewingTexts.ownList} className="mt-6">
      <CardHeader title={viewingTexts.ownList} />
      <ul aria-label={viewingTexts.ownList} className="divide-y divide-line border-y border-line">
        {signups.map((signup) => (
          <li key={signup.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{signup.title}</p>
              <p className="tabular-nums">{spanOf(signup)}</p>
            </div>
            <OwnSignupLine signup={signup} signupKey={bidKey} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OwnBidList({ bidKey }: { bidKey: string }) {
  const query = useQuery(ownBidQueries.byKey(bidKey));
  return (
    <StateView query={query} failed={texts.loadFailed} empty={texts.none}>
      {(properties) => (
        <div className="grid gap-6">
          {properties.map((own) => (
            <OwnProperty key={own.property_id} own={own} bidKey={bidKey} />
          ))}
        </div>
      )}
    </StateView>
  );
}

function OwnProperty({ own, bidKey }: { own: OwnBids; bidKey: string }) {
  const [isRaising, setIsRaising] = useState(false);
  const isOpen = own.status === "available";
  return (
    <Card as="section" aria-label={own.title}>
      <CardHeader
        title={own.title}
        description={own.number === null ? texts.noNumber : texts.number(own.number)}
        actions={
          <>
            {isOpen && (
              <Button variant="primary" onClick={() => setIsRaising(true)}>
                {texts.raise}
              </Button>
            )}
            {own.status !== null && <ButtonLink to={paths.listing(own.property_id)}>{texts.look}</ButtonLink>}
          </>
        }
      />
      {own.status !== null && <Standing own={own} />}
      <ul aria-label={texts.list(own.title)} className="divide-y divide-line border-y border-line">
        {own.bids.map((bid) => (
          <OwnBidRow key={bid.id} bid={bid} bidKey={bidKey} mayWithdraw={own.status !== "sold"} />
        ))}
      </ul>
      <PublicBids own={own} />
      {own.status !== null && <FollowButtons propertyId={own.property_id} />}
      {isRaising && <RaiseBid own={own} bidKey={bidKey} onClose={() => setIsRaising(false)} />}
    </Card>
  );
}

/** The public bids in one line, and whether one of the bidder's own is the highest; live, unless the agent hides the list. */
function Standing({ own }: { own: OwnBids }) {
  useLiveBids(own.property_id);
  const figures = useBidFigures([own.property_id]).get(own.property_id);
  const isHighest = own.bids.some(
    ({ amount, visibility, withdrawn_at }) =>
      visibility === "public" && withdrawn_at === null && amount === figures?.highest,
  );
  return (
    <div className="mb-4">
      <BidFiguresLine figures={figures} />
      {isHighest && <p className="font-semibold text-success">{texts.isHighest}</p>}
    </div>
  );
}

/** The list as everybody reads it, with the bidder's own bids marked; folded, since the line above it says how the bidding stands. */
function PublicBids({ own: { title, public_bids: bids } }: { own: OwnBids }) {
  const now = useNow();
  if (bids === null || bids.length === 0) return null;
  return (
    <details className="my-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        {texts.everybodys(bids.length)}
      </summary>
      <ul aria-label={texts.everybodysOn(title)} className="divide-y divide-line border-y border-line">
        {bids.map((bid) => (
          <BrokerBidRow key={bid.id} bid={bid} now={now} isOwn={bid.is_own} />
        ))}
      </ul>
    </details>
  );
}

const useWithdraw = defineAction({
  mutation: () =>
    useWithdrawBid() as {
      mutateAsync: (input: OwnWithdrawal) => ReturnType<ReturnType<typeof useWithdrawBid>["mutateAsync"]>;
    },
  thing: ({ bidId }) => bidId,
  ask: ({ amount }) => ({
    title: texts.withdrawTitle(amount),
    description: texts.withdrawText,
    confirmText: texts.withdraw,
    danger: true,
  }),
  done: ({ outcome }) => (outcome === "closed" ? { kind: "error", text: texts.isSold } : texts.isWithdrawn),
  failed: () => texts.withdrawFailed,
});

type OwnWithdrawal = { bidId: string; eventId: string; key: string; amount: string };

function OwnBidRow({ bid, bidKey, mayWithdraw }: { bid: OwnBid; bidKey: string; mayWithdraw: boolean }) {
  const withdraw = useWithdraw();
  const amount = formatExactly(bid.amount);
  const isWithdrawn = bid.withdrawn_at !== null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-lg font-bold tabular-nums">
          {isWithdrawn ? <s className="text-ink-soft">{amount}</s> : amount}
        </p>
        <p className="text-ink-soft">{formatDateTime(bid.created_at)}</p>
        {bid.conditions !== null && <p className="wrap-anywhere whitespace-pre-line">{bid.conditions}</p>}
        {!isWithdrawn && <p className="text-sm text-ink-soft">{texts.visibility[bid.visibility]}</p>}
      </div>
      {isWithdrawn ? (
        <Badge tone="danger">{brokerTexts.withdrawn(formatDateTime(bid.withdrawn_at))}</Badge>
      ) : (
        mayWithdraw && (
          <Button
            size="small"
            aria-label={texts.withdrawNamed(amount)}
            pending={withdraw.isPending(bid.id)}
            onClick={() => void withdraw.run({ bidId: bid.id, eventId: randomKey(), key: bidKey, amount })}
          >
            {texts.withdraw}
          </Button>
        )
      )}
    </li>
  );
}

type RaiseProps = { own: OwnBids; bidKey: string; onClose: () => void };

function RaiseBid({ own, bidKey, onClose }: RaiseProps) {
  const query = useQuery(propertyQueries.byId(own.property_id));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={texts.raiseTitle(own.title)}
      description={texts.raiseHint}
    >
      <StateView query={query} failed={productTexts.loadFailed} empty={productTexts.property.gone}>
        {(property) => <BidForm property={property} isKnown getKey={() => bidKey} onPlaced={onClose} />}
      </StateView>
    </Dialog>
  );
}
