import { useListInterval } from "#data/live.ts";
import { agentBidQueries } from "#data/property_bids/for-agents.ts";
import { type SaleEvent, saleEventQueries } from "#data/sale_events/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { describeSaleEvent } from "./describe-sale-event.ts";
import { saleTexts } from "./sale-texts.ts";
import { bidInWords } from "./use-sale-actions.ts";

const texts = saleTexts.history;

/** What happened in the sale of a property, newest first. */
export function SaleHistory({ propertyId }: { propertyId: string }) {
  const { data: all, isPending } = useQuery(agentBidQueries.ofProperty(propertyId));
  const bids = all?.bids ?? [];
  const query = useInfiniteQuery({
    ...saleEventQueries.ofProperty(propertyId),
    select: (data) => data.pages.flat(),
    refetchInterval: useListInterval(),
  });
  const words = (bidId: string) => {
    const bid = bids.find(({ id }) => id === bidId);
    return bid && bidInWords(bid);
  };
  return (
    <StateView
      // The lines of an event name its bid: without the bids they would grow while somebody reads.
      query={{
        ...query,
        data: isPending ? undefined : query.data,
        error: query.isFetchNextPageError ? null : query.error,
      }}
      failed={texts.loadFailed}
      empty={texts.none}
    >
      {(events) => (
        <>
          <ol aria-label={texts.list} className="divide-y divide-line border-y border-line">
            {events.map((event) => (
              <Event key={event.id} event={event} bidInWords={words} />
            ))}
          </ol>
          <ShowMore pages={query} label={texts.more} failed={texts.loadFailed} shown={events.length} />
        </>
      )}
    </StateView>
  );
}

function Event({ event, ...words }: { event: SaleEvent; bidInWords: (bidId: string) => string | undefined }) {
  const { title, details } = describeSaleEvent(event, words.bidInWords);
  return (
    <li className="py-3">
      <p className="font-semibold wrap-anywhere">{title}</p>
      {details.map((detail) => (
        <p key={detail} className="wrap-anywhere">
          {detail}
        </p>
      ))}
      <p className="text-sm wrap-anywhere text-ink-soft">{texts.by(event.by, formatDateTime(event.at))}</p>
    </li>
  );
}
