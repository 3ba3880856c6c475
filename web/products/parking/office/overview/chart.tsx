import { clsx } from "clsx";
import { Link } from "react-router";
import { formatCount } from "#shared/format/money.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { overviewTexts } from "./overview-texts.ts";
import { sum } from "./rules/series.ts";

const texts = overviewTexts.chart;

/** A series of a chart; its colour is a token that differs in the dark theme. */
export type Series = { name: string; color: string };

/** A bar: its name, and the count of each series; `to` gives the link to the rows of a series. */
export type BarOf = { name: string; counts: readonly number[]; to?: (series: number) => string | undefined };

export type ChartProps = {
  title: string;
  /** The meaning of the bars, as the head of the table's first column. */
  axis: string;
  series: readonly Series[];
  bars: readonly BarOf[];
  /** Horizontal bars, for long names. */
  isLying?: boolean;
  /** A sentence above the chart. */
  says?: string | undefined;
};

/** A chart with its figures as a table behind it, for screen readers. It is drawn by hand, because it is only rectangles. */
export function Chart(props: ChartProps) {
  const total = sum(props.bars.flatMap(({ counts }) => counts));
  return (
    <Section title={props.title}>
      {total === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <>
          {props.says !== undefined && <p className="mb-3">{props.says}</p>}
          {props.isLying === true ? <LyingBars {...props} /> : <StandingBars {...props} />}
          {props.series.length > 1 && <Legend {...props} />}
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

/** The share of a bar's place that the bar fills. */
const FILLED = 0.8;

function StandingBars({ title, series, bars }: ChartProps) {
  const most = Math.max(...bars.map(({ counts }) => sum(counts)));
  return (
    <>
      <p aria-hidden="true" className="text-sm text-ink-soft">
        {texts.most(formatCount(most))}
      </p>
      <svg
        role="img"
        aria-label={texts.picture(title)}
        viewBox={`0 0 ${bars.length} ${most}`}
        preserveAspectRatio="none"
        className="block h-40 w-full border-b border-line"
      >
        {bars.map((bar, at) => (
          <Stack key={bar.name} bar={bar} series={series} at={at} most={most} />
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between gap-3 text-sm text-ink-soft">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
    </>
  );
}

function Stack({ bar, series, at, most }: { bar: BarOf; series: readonly Series[]; at: number; most: number }) {
  return series.map(({ name, color }, index) => {
    const count = bar.counts[index] ?? 0;
    const below = sum(bar.counts.slice(0, index));
    return (
      count > 0 && (
        <rect key={name} x={at + (1 - FILLED) / 2} width={FILLED} y={most - below - count} height={count} fill={color}>
          <title>{`${bar.name}: ${name} ${formatCount(count)}`}</title>
        </rect>
      )
    );
  });
}

/** Names and counts are text, so the bars are decoration. */
function LyingBars({ series, bars }: ChartProps) {
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
            <rect width={sum(counts)} height="1" fill={series[0]?.color} />
          </svg>
        </li>
      ))}
    </ul>
  );
}

function Legend({ series, bars }: ChartProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
      {series.map(({ name, color }, index) => (
        <li key={name} className="inline-flex items-center gap-2 text-sm">
          <svg aria-hidden="true" viewBox="0 0 1 1" className="size-4 shrink-0">
            <rect width="1" height="1" fill={color} />
          </svg>
          {name}
          <span className="font-semibold tabular-nums">
            {formatCount(sum(bars.map(({ counts }) => counts[index] ?? 0)))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Table({ title, axis, series, bars, isLying = false }: ChartProps) {
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
              <th scope="row" className={clsx("py-2 pr-4 font-normal", !isLying && "whitespace-nowrap")}>
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
