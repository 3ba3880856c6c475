import { clsx } from "clsx";
import { Link } from "react-router";
import { formatCount } from "#shared/format/money.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { Drawing } from "../statistics/drawing.tsx";
import type { DrawnTable, Group } from "../statistics/rules/tables.ts";
import { overviewTexts } from "./overview-texts.ts";
import { sum } from "./rules/series.ts";

const texts = overviewTexts.chart;

/** A series of a chart: a column of its table. */
export type Series = { name: string };

/** A bar: its name, a short one below it, and the count of each series; `to` gives the link to the rows of a series. */
export type BarOf = {
  name: string;
  shortName?: string;
  counts: readonly number[];
  to?: (series: number) => string | undefined;
};

export type ChartProps = {
  title: string;
  /** The meaning of the bars, as the head of the table's first column. */
  axis: string;
  series: readonly Series[];
  bars: readonly BarOf[];
  /** The series that are drawn together, at most three groups; without them the bars lie, for long names. */
  groups?: readonly Group[];
  /** A sentence above the chart. */
  says?: string | undefined;
};

/** A chart with its figures as a table behind it, which screen readers read instead. */
export function Chart(props: ChartProps) {
  const total = sum(props.bars.flatMap(({ counts }) => counts));
  return (
    <Section title={props.title}>
      {total === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <>
          {props.says !== undefined && <p className="mb-3">{props.says}</p>}
          {props.groups === undefined ? <LyingBars {...props} /> : <Drawing table={drawnOf(props, props.groups)} />}
          <details className="mt-3">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
              {texts.asTable}
            </summary>
            <Table {...props} />
          </details>
        </>
      )}
    </Section>
  );
}

const drawnOf = ({ title, series, bars }: ChartProps, groups: readonly Group[]): DrawnTable => ({
  title,
  columns: series.map(({ name }) => ({ name, unit: "count" })),
  rows: bars.map(({ name, counts }) => ({ key: name, name, values: counts })),
  drawing: { kind: "stacks", groups, shortNames: bars.map(({ name, shortName = name }) => shortName) },
});

/** Names and counts are text, so the bars are decoration. */
function LyingBars({ bars }: ChartProps) {
  const most = Math.max(...bars.map(({ counts }) => sum(counts)));
  return (
    <ul className="grid gap-3">
      {bars.map(({ name, counts }) => (
        <li key={name}>
          <p className="flex justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="font-semibold tabular-nums">{formatCount(sum(counts))}</span>
          </p>
          <svg aria-hidden="true" viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" className="block h-4 w-full">
            <rect width={sum(counts)} height="1" fill="var(--brand)" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

function Table({ title, axis, series, bars, groups }: ChartProps) {
  return (
    // A box that scrolls must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section tabIndex={0} aria-label={title} className="overflow-x-auto">
      <table aria-label={title} className="w-full text-left">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4">
              {axis}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="px-2 py-2 text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.name} className="border-b border-line">
              <th scope="row" className={clsx("py-2 pr-4 font-normal", groups !== undefined && "whitespace-nowrap")}>
                {bar.name}
              </th>
              {series.map(({ name }, index) => (
                <Count key={name} count={bar.counts[index] ?? 0} to={bar.to?.(index)} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="py-2 pr-4">
              {texts.sum}
            </th>
            {series.map(({ name }, index) => (
              <Count key={name} count={sum(bars.map(({ counts }) => counts[index] ?? 0))} isSum />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Count({ count, to, isSum = false }: { count: number; to?: string | undefined; isSum?: boolean }) {
  const text = formatCount(count);
  return (
    <td className={clsx("px-2 py-2 text-right tabular-nums", isSum && "font-bold")}>
      {to === undefined || count === 0 ? text : <Link to={to}>{text}</Link>}
    </td>
  );
}
