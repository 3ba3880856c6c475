import { useId } from "react";
import { credentialQueries, type TypeCount } from "#data/admin_user_credentials/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { formatCount } from "#shared/format/money.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { barsOf, totalOf } from "../rules/statistics.ts";
import { texts } from "../texts.ts";

const labels = texts.superAdmin;
const typeNames = texts.newAccount.types;

/** The number of accounts of each type, as a chart, and as a table for screen readers (document 2 §2). */
export function TypeStatistics() {
  const title = useId();
  const query = useQuery(credentialQueries.counts());
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader
        id={title}
        title={labels.statistics}
        description={query.data && labels.total(formatCount(totalOf(query.data)))}
      />
      <StateView
        query={query}
        loading={<SkeletonList rows={1} label={labels.loading} />}
        failed={labels.loadFailed}
        isEmpty={(counts) => totalOf(counts) === 0}
        empty={labels.statisticsNone}
      >
        {(counts) => (
          <>
            <Chart counts={counts} />
            <CountTable counts={counts} />
          </>
        )}
      </StateView>
    </Card>
  );
}

/** Sizes of the chart in letters (em): a row for each type, with its name above the bar, so that it fits a phone. */
const ROW = 3.25;
const BAR = 0.875;

function Chart({ counts }: { counts: readonly TypeCount[] }) {
  const bars = barsOf(counts);
  return (
    <svg aria-hidden="true" width="100%" height={`${bars.length * ROW - 0.75}em`} className="block font-sans text-base">
      {bars.map(({ type, count, share }, index) => (
        <svg key={type} y={`${index * ROW}em`}>
          <text y="1em" className="fill-ink font-semibold">
            {typeNames[type]}
          </text>
          <text x="100%" y="1em" textAnchor="end" className="fill-ink-soft tabular-nums">
            {formatCount(count)}
          </text>
          <rect y="1.5em" width="100%" height={`${BAR}em`} rx="4" className="fill-sunken" />
          <rect y="1.5em" width={`${share * 100}%`} height={`${BAR}em`} rx="4" className="fill-brand" />
        </svg>
      ))}
    </svg>
  );
}

function CountTable({ counts }: { counts: readonly TypeCount[] }) {
  return (
    // The table stands in a hidden box, because a table is as wide as its cells and would overflow.
    <div className="sr-only">
      <table>
        <caption>{labels.statistics}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.type}</th>
            <th scope="col">{labels.count}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ type, count }) => (
            <tr key={type}>
              <th scope="row">{typeNames[type]}</th>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
