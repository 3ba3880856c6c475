import { formatDateTime, toTimeValue } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { adminTexts } from "../admin-texts.ts";
import { describeActivity } from "../rules/activity-description.ts";
import { isFailure, type Visit, type VisitLine } from "../rules/visits.ts";

const texts = adminTexts.activity;

const timeOf = (moment: string) => toTimeValue(new Date(moment));

/** A visit: one person's activity without a long pause. */
export function VisitCard({ visit }: { visit: Visit }) {
  const { userId, from, to, lines } = visit;
  const isOneMoment = formatDateTime(from) === formatDateTime(to);
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface shadow-raised">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line bg-sunken/60 px-4 py-2.5 sm:px-5">
        <h3 className="font-bold wrap-anywhere">{userId}</h3>
        <p className="text-sm text-ink-soft tabular-nums">
          {isOneMoment ? formatDateTime(to) : `${formatDateTime(from)} – ${timeOf(to)}`}
        </p>
      </div>
      <ol className="px-4 py-1.5 sm:px-5">
        {lines.map((line) => (
          <Line key={line.entry.id} line={line} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line: { entry, times } }: { line: VisitLine }) {
  return (
    <li className="grid grid-cols-[3.25rem_1fr] items-baseline gap-x-3 py-1">
      <time dateTime={entry.created_at} className="text-sm text-ink-soft tabular-nums">
        {timeOf(entry.created_at)}
      </time>
      <span className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
        {describeActivity(entry)}
        {times > 1 && <span className="text-sm text-ink-soft">{texts.times(times)}</span>}
        {isFailure(entry.action) && <Badge tone="danger">{texts.failed}</Badge>}
      </span>
    </li>
  );
}
