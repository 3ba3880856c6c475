import { clsx } from "clsx";
import { useListInterval } from "#data/live.ts";
import { agentBidQueries } from "#data/property_bids/for-agents.ts";
import { type SaleEvent, saleEventQueries } from "#data/sale_events/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { describeSaleEvent } from "./describe-sale-event.ts";
import { saleTexts } from "./sale-texts.ts";
import { bidInWords } from "./use-sale-actions.ts";
import "./history.css";

const texts = saleTexts.history;

/** What happened in the sale of a property, newest first, by day. */
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
          <ol aria-label={texts.list}>
            {events.map((event, at) => (
              <Event key={event.id} event={event} earlierDay={dayOf(events[at - 1])} bidInWords={words} />
            ))}
          </ol>
          <ShowMore pages={query} label={texts.more} failed={texts.loadFailed} shown={events.length} />
        </>
      )}
    </StateView>
  );
}

const dayOf = (event: SaleEvent | undefined) => event && toDateValue(new Date(event.at));

const MARKS = {
  neutral: "inline-flex before:size-2.5 text-ink-soft",
  brand: "inline-flex before:size-2.5 text-brand",
  success: "inline-flex before:size-2.5 text-success",
  danger: "inline-flex before:size-2.5 text-danger-strong",
} as const;

type EventProps = {
  event: SaleEvent;
  /** The day of the event above it: another day has a heading. */
  earlierDay: string | undefined;
  bidInWords: (bidId: string) => string | undefined;
};

/** An event: a mark, what happened, its details, its time, and who did it. */
function Event({ event, earlierDay, bidInWords: words }: EventProps) {
  const { title, details, tone } = describeSaleEvent(event, words);
  const day = dayOf(event);
  return (
    <li>
      {day !== earlierDay && (
        <h2 className={clsx("border-b border-line pb-2 text-lg font-bold tabular-nums", earlierDay && "mt-8")}>
          {day}
        </h2>
      )}
      <div className="sale-event">
        <p className="flex items-baseline gap-2 font-semibold">
          <span aria-hidden="true" className={stateMark({ tone, className: MARKS[tone] })} />
          <span className="min-w-0 wrap-anywhere">{title}</span>
        </p>
        <div className="wrap-anywhere">
          {details.map((detail) => (
            <p key={detail}>{detail}</p>
          ))}
        </div>
        <p className="meta text-sm text-ink-soft">
          <time dateTime={event.at} className="tabular-nums">
            {toTimeValue(new Date(event.at))}
          </time>
          {event.by !== null && <span className="by wrap-anywhere">{event.by}</span>}
        </p>
      </div>
    </li>
  );
}
