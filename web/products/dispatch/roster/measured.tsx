import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { dispatchFigureQueries } from "#data/dispatch_figures/queries.ts";
import { PROMPT_POLL_MS } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { Segments } from "#shared/ui/segments.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { PERIODS, type Period, shownAt } from "../rules/shown-rows.ts";
import { texts } from "../texts.ts";

const { options: labels } = texts;

/** The measured figures, below the fixed ones: each leads to its rows (document 5 §3). */
export function Measured() {
  const id = useId();
  const [days, setDays] = useState<Period>(PERIODS[0]);
  const query = useQuery({ ...dispatchFigureQueries.ofDays(days), refetchInterval: PROMPT_POLL_MS });
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl font-bold">
          {labels.measured}
        </h2>
        <Segments
          label={labels.period}
          value={String(days)}
          onChange={(value) => setDays(Number(value) as Period)}
          segments={PERIODS.map((each) => ({ value: String(each), label: labels.periods[each] }))}
        />
      </div>
      <StateView query={query} loading={<Skeleton className="h-24" />} failed={labels.measuredFailed} empty={null}>
        {({ on_duty, free, open_calls, reached_calls, median_seconds: median }) => (
          <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <Figure label={labels.onDuty} to={shownAt("units", "on-duty")}>
              {on_duty}
            </Figure>
            <Figure label={labels.free} to={shownAt("units", "free")}>
              {free}
            </Figure>
            <Figure label={labels.openCalls} to={shownAt("calls")}>
              {open_calls}
            </Figure>
            <Figure
              label={labels.median}
              to={shownAt("calls", `reached-${days}`)}
              note={median === null ? undefined : labels.medianOf(reached_calls)}
            >
              {median === null ? "–" : labels.span(median)}
            </Figure>
          </ul>
        )}
      </StateView>
    </section>
  );
}

type FigureProps = { label: string; to: { search: string }; note?: string | undefined; children: ReactNode };

function Figure({ label, to, note, children }: FigureProps) {
  return (
    <li>
      <Link to={to} className="block h-full rounded-card border border-line bg-surface px-4 py-3 hover:border-ink">
        <span className="block text-sm text-ink-soft underline underline-offset-4">{label}</span>{" "}
        <strong className="text-2xl font-extrabold tracking-tight tabular-nums">{children}</strong>
        {note !== undefined && <span className="text-sm text-ink-soft"> {note}</span>}
      </Link>
    </li>
  );
}
