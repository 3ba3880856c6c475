import type { FineEvent } from "#data/fine_events/queries.ts";
import type { Payment } from "#data/payments/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { caseTexts } from "../case/case-texts.ts";
import { describeEvent } from "../case/describe-event.ts";
import { Section } from "#parking/kernel/page/section.tsx";

const texts = caseTexts.page;

type TimelineProps = { events: readonly FineEvent[]; payments: readonly Payment[] };

/** The events of a case in words, newest first. Viewings stand apart. */
export function CaseTimeline({ events, payments }: TimelineProps) {
  const viewings = events.filter(({ kind }) => kind === "case_viewed");
  return (
    <Section title={texts.timeline}>
      <Events events={events.filter((event) => !viewings.includes(event))} payments={payments} />
      {viewings.length > 0 && (
        <details className="mt-4">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm font-semibold underline">
            {texts.viewings(viewings.length)}
          </summary>
          <div className="mt-3">
            <Events events={viewings} payments={payments} />
          </div>
        </details>
      )}
    </Section>
  );
}

function Events({ events, payments }: TimelineProps) {
  return (
    <ol className="grid gap-4">
      {events.toReversed().map((event) => (
        <Item key={event.id} event={event} payments={payments} />
      ))}
    </ol>
  );
}

function Item({ event, payments }: { event: FineEvent; payments: readonly Payment[] }) {
  const { title, by, lines } = describeEvent(event, payments);
  return (
    <li className="grid gap-0.5 border-l-4 border-line-strong pl-3">
      <h3 className="font-bold">{title}</h3>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of an event never change
        <p key={index} className="wrap-anywhere whitespace-pre-line">
          {line}
        </p>
      ))}
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <time dateTime={event.at} className="tabular-nums">
          {formatDateTime(event.at)}
        </time>
        <span className="wrap-anywhere">{by}</span>
      </p>
    </li>
  );
}
