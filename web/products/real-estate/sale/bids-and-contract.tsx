import { ListPlus, Users } from "lucide-react";
import { useState } from "react";
import { useListInterval } from "#data/live.ts";
import { type AgentBid, agentBidQueries, type AgentBids } from "#data/property_bids/for-agents.ts";
import { useLiveBids } from "#data/property_bids/live.ts";
import type { Bid } from "#data/property_bids/queries.ts";
import { type Sale, saleQueries } from "#data/property_sales/queries.ts";
import type { Property } from "#data/properties/queries.ts";
import { saleEventQueries } from "#data/sale_events/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { LiveState } from "#session/live-state.tsx";
import { keepEntry, readEntry } from "#shared/device-entry.ts";
import { TickField } from "#shared/form/tick-field.tsx";
import { playTones, useReadyTones } from "#shared/tones.ts";
import { formatCount, formatExactly } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useWithdrawals } from "../parts/use-withdrawals.ts";
import { readMarks } from "../rules/sale-marks.ts";
import { texts as productTexts } from "../texts.ts";
import { AgentBidRow } from "./agent-bid-row.tsx";
import { ContractCard } from "./contract-card.tsx";
import { EnterBidDialog } from "./enter-bid-dialog.tsx";
import { HandoverCard } from "./handover-card.tsx";
import { JoinBiddersDialog } from "./join-bidders-dialog.tsx";
import { saleTexts } from "./sale-texts.ts";
import { ReasonDialog } from "./step-dialogs.tsx";
import { bidderName, type SaleActions, saleState, useSaleActions } from "./use-sale-actions.ts";

const texts = saleTexts.bids;
/** Whether new bids sound on this device, and their tones in hertz. */
const SOUND = "parkering.bid-sound";
const BID_TONES = [880, 1047];

type Props = { property: Property; agent: string };

/** The bids on a property with names and conditions, its contract, and the list that is handed over (document 5 §5). */
export function BidsAndContract({ property, agent }: Props) {
  const interval = useListInterval();
  const query = useQuery({ ...agentBidQueries.ofProperty(property.id), refetchInterval: interval });
  const standing = useQuery({ ...saleQueries.standing(property.id), refetchInterval: interval });
  const sale = standing.data ?? null;
  const noted = useQuery(saleEventQueries.marks(property.id));
  const marks = readMarks(noted.data ?? []);
  const actions = useSaleActions(property, query.data?.bids[0]?.id, agent);
  const accepted = query.data?.bids.find(({ id }) => id === sale?.bid_id);
  // The cards name bids: they come together, so that nothing moves.
  if (query.isPending || standing.isPending || noted.isPending) return <SkeletonList label={productTexts.loading} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid gap-6 lg:col-start-2">
        <ContractCard property={property} sale={sale} accepted={accepted} actions={actions} />
      </div>
      <section aria-label={texts.title} className="min-w-0 lg:row-span-2 lg:row-start-1">
        <StateView query={query} failed={texts.loadFailed} empty={null}>
          {(all) => <Bids all={all} property={property} sale={sale} actions={actions} signedAt={marks.signedAt} />}
        </StateView>
      </section>
      <div className="lg:col-start-2">
        <HandoverCard property={property} printedFor={marks.printedFor} actions={actions} />
      </div>
    </div>
  );
}

type BidsProps = {
  all: AgentBids;
  property: Property;
  sale: Sale | null;
  actions: SaleActions;
  signedAt: string | undefined;
};

function Bids({ all: { bids, bidders }, property, sale, actions, signedAt }: BidsProps) {
  const [hasSound, setHasSound] = useState(() => readEntry(SOUND) === true);
  const news = useNews(property.id, bids, hasSound);
  /** The bid that takes the place of the accepted one. */
  const [instead, setInstead] = useState<AgentBid>();
  useReadyTones();
  const state = saleState(property);
  const isOpen = state !== "sold" && state !== "off_market";

  function handleSound(isOn: boolean) {
    keepEntry(SOUND, isOn);
    setHasSound(isOn);
  }

  function acceptable(bid: AgentBid): (() => void) | undefined {
    if (!isOpen || bid.withdrawn_at !== null || bid.id === sale?.bid_id) return undefined;
    return state === "contract_pending" ? () => setInstead(bid) : () => void actions.accept(bid);
  }

  return (
    <>
      <BidTools bids={bids} bidders={bidders} property={property} agent={actions.agent} />
      <TickField label={texts.sound} value={hasSound} onChange={handleSound} error={undefined} />
      <output className={news.isWithdrawal ? "mb-3 block font-semibold" : "sr-only"}>{news.text}</output>
      {bids.length === 0 ? (
        <EmptyState text={texts.none} />
      ) : (
        <ul aria-label={texts.list} className="divide-y divide-line border-y border-line">
          {bids.map((bid) => (
            <AgentBidRow
              key={bid.id}
              bid={bid}
              actions={actions}
              isNew={bid.id === news.arrivedId}
              isAccepted={bid.id === sale?.bid_id || bid.accepted}
              isAfterContract={state === "sold" && signedAt !== undefined && bid.created_at > signedAt}
              onAccept={acceptable(bid)}
            />
          ))}
        </ul>
      )}
      {instead !== undefined && (
        <ReasonDialog
          title={saleTexts.accept.title(formatExactly(instead.amount), bidderName(instead))}
          description={saleTexts.accept.instead(nameOf(bids, sale))}
          submit={saleTexts.accept.confirm}
          onSubmit={(reason) => actions.accept(instead, reason)}
          onClose={() => setInstead(undefined)}
        />
      )}
    </>
  );
}

function nameOf(bids: readonly AgentBid[], sale: Sale | null): string {
  const accepted = bids.find(({ id }) => id === sale?.bid_id);
  return accepted === undefined ? texts.unnamed : bidderName(accepted);
}

function BidTools({ bids, bidders, property, agent }: AgentBids & Props) {
  const [asked, setAsked] = useState<"enter" | "join">();
  const dialog = { propertyId: property.id, bidders, agent, onClose: () => setAsked(undefined) };
  // Bids of an open list are placed in the open, also by agents.
  const isBroker = property.bid_mode === "broker";
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="flex flex-wrap gap-x-4 text-ink-soft">
        <LiveState keepsRoom={false} />
        {bids.length > 0 && <span>{texts.count(bids.length, formatCount(bids.length))}</span>}
      </p>
      {isBroker && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setAsked("enter")}>
            <ListPlus aria-hidden="true" />
            {saleTexts.enter.open}
          </Button>
          {bidders.length > 1 && (
            <Button size="small" onClick={() => setAsked("join")}>
              <Users aria-hidden="true" />
              {saleTexts.join.open}
            </Button>
          )}
        </div>
      )}
      {asked === "enter" && <EnterBidDialog {...dialog} />}
      {asked === "join" && <JoinBiddersDialog {...dialog} />}
    </div>
  );
}

/** The last bid that came, or was withdrawn, while the list is on the screen. */
function useNews(propertyId: string, bids: readonly AgentBid[], hasSound: boolean) {
  const [news, setNews] = useState<{ bid: Bid; isWithdrawal: boolean }>();
  const look = useWithdrawals(bids, (bid) => setNews({ bid, isWithdrawal: true }));
  useLiveBids(
    propertyId,
    (bid) => {
      setNews({ bid, isWithdrawal: false });
      if (hasSound) playTones(BID_TONES);
      look(bid);
    },
    look,
  );
  if (news === undefined) return { isWithdrawal: false };
  const { bid, isWithdrawal } = news;
  // The event has the public's name; the list that is fetched after it has the bidder's own.
  const known = bids.find(({ id }) => id === bid.id);
  const name = known === undefined ? bid.bidder_name : bidderName(known);
  const tell = isWithdrawal ? texts.toldWithdrawn : texts.arrived;
  return { isWithdrawal, text: tell(formatExactly(bid.amount), name), arrivedId: isWithdrawal ? undefined : bid.id };
}
