import "#shared/ui/printed.css";
import type { ListedBid, ListPurpose } from "#data/property_sales/bid-list.ts";
import type { Property } from "#data/properties/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatExactly } from "#shared/format/money.ts";
import { Card } from "#shared/ui/card.tsx";
import { saleTexts } from "./sale-texts.ts";

const texts = saleTexts.paper;

type Props = { property: Property; purpose: ListPurpose; printedAt: string; bids: readonly ListedBid[] };

/** The list of bids as it is handed over, on paper: all bids in the order of time (document 5 §5). */
export function PrintedBidList({ property, purpose, printedAt, bids }: Props) {
  const isNamed = purpose !== "anonymous";
  return (
    <Card className="printed grid gap-5">
      <header>
        <h2 className="text-2xl font-bold wrap-anywhere">{texts.title(property.title)}</h2>
        <p>{`${property.address}, ${property.city}`}</p>
        <p>{`${texts.for[purpose]} · ${texts.printedAt(formatDateTime(printedAt))}`}</p>
        <p className="text-ink-soft">{texts.about}</p>
      </header>
      {bids.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        // A table that scrolls must be reachable with the keyboard. On paper it begins on the first sheet, and its rows stay whole.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section tabIndex={0} aria-label={texts.screen} className="overflow-x-auto break-inside-auto!">
          <table
            aria-label={texts.screen}
            className="w-full text-sm max-sm:block print:text-xs [&_td]:align-top sm:[&_td]:py-2 sm:[&_td]:pr-4"
          >
            <thead className="max-sm:sr-only">
              <tr className="border-b-2 border-line-strong text-left [&_th]:py-1.5 [&_th]:pr-4">
                <th scope="col">{texts.columns.at}</th>
                <th scope="col">{texts.columns.bidder}</th>
                {isNamed && <th scope="col">{texts.columns.contact}</th>}
                <th scope="col" className="text-right">
                  {texts.columns.amount}
                </th>
                <th scope="col">{texts.columns.conditions}</th>
                <th scope="col">{texts.columns.marks}</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line max-sm:block">
              {bids.map((bid) => (
                <Row key={bid.id} bid={bid} isNamed={isNamed} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

/** A cell that has a line of its own on a phone. */
const WHOLE = "wrap-anywhere max-sm:basis-full";

function Row({ bid, isNamed }: { bid: ListedBid; isNamed: boolean }) {
  const amount = formatExactly(bid.amount);
  return (
    // On a phone a bid is a few lines, the amount first.
    <tr className="flex-wrap justify-between gap-x-4 py-2 max-sm:flex">
      <td className="whitespace-nowrap tabular-nums">{formatDateTime(bid.at)}</td>
      <td className={WHOLE}>
        {bid.bidder}
        {isNamed && bid.name && <span className="block font-semibold">{bid.name}</span>}
      </td>
      {isNamed && (
        <td className={WHOLE}>
          {bid.phone && <span className="block">{bid.phone}</span>}
          {bid.email && <span className="block">{bid.email}</span>}
        </td>
      )}
      <td className="text-right font-semibold whitespace-nowrap tabular-nums max-sm:order-first max-sm:text-base">
        {bid.withdrawn_at === null ? amount : <s>{amount}</s>}
      </td>
      <td className={`${WHOLE} whitespace-pre-line`}>{bid.conditions ?? texts.noConditions}</td>
      <td className={`${WHOLE} empty:hidden sm:empty:table-cell`}>{marksOf(bid).join(", ")}</td>
    </tr>
  );
}

const marksOf = (bid: ListedBid): string[] =>
  [
    bid.is_accepted && texts.marks.accepted,
    bid.withdrawn_at !== null && texts.marks.withdrawn(formatDateTime(bid.withdrawn_at)),
    bid.is_hidden && texts.marks.hidden,
    bid.source === "agent" && texts.marks.byPhone,
    bid.is_after_contract === true && texts.marks.afterContract,
  ].filter((mark) => mark !== false);
