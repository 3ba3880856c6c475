import { CASE_STATUSES } from "#contract/cases.ts";
import { OTHER_VIOLATION } from "#data/fines/lists.ts";
import type { DayPart, Period, SiteOverview } from "#data/site_overview/queries.ts";
import { formatCount } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { caseTexts } from "../case/case-texts.ts";
import { type BarOf, Chart } from "./chart.tsx";
import { overviewTexts as texts } from "./overview-texts.ts";
import { casesOf } from "./rules/links.ts";
import { type Bucket, bucketsOf, countsIn, sum, unpaidInTime } from "./rules/series.ts";

const COLORS = {
  done: "var(--success)",
  open: "var(--brand)",
  warning: "var(--warning)",
  danger: "var(--danger)",
  marked: "var(--marking)",
  over: "var(--line-strong)",
  least: "var(--ink)",
} as const;

const STATUS_COLORS = {
  paid: COLORS.done,
  issued: COLORS.open,
  reminded: COLORS.warning,
  disputed: COLORS.marked,
  collection: COLORS.danger,
  withdrawn: COLORS.over,
  written_off: COLORS.least,
} as const;

const STATUSES = CASE_STATUSES.map((key) => ({ key, name: caseTexts.statuses[key], color: STATUS_COLORS[key] }));
const PAYMENTS = [
  { key: "within", name: texts.payments.keys.within, color: COLORS.done },
  { key: "later", name: texts.payments.keys.later, color: COLORS.warning },
  { key: "not", name: texts.payments.keys.not, color: COLORS.over },
];
const OBJECTIONS = [
  { key: "open", name: texts.objections.keys.open, color: COLORS.marked },
  { key: "accepted", name: texts.objections.keys.accepted, color: COLORS.done },
  { key: "rejected", name: texts.objections.keys.rejected, color: COLORS.danger },
  { key: "withdrawn", name: texts.objections.keys.withdrawn, color: COLORS.over },
];

type ChartsProps = { project: string; period: Period; overview: SiteOverview };

/** The charts of a period (document 4 §5), each with its table. */
export function OverviewCharts({ project, period, overview }: ChartsProps) {
  const buckets = bucketsOf(period);
  const axis = buckets.length > 0 && buckets.at(-1)?.from !== buckets.at(-1)?.to ? texts.chart.week : texts.chart.day;
  const bars = (part: DayPart, keys: readonly { key: string }[]): BarOf[] =>
    countsIn(
      overview.days,
      part,
      keys.map(({ key }) => key),
      buckets,
    ).map((counts, at) => ({ name: nameOf(buckets[at]), counts }));
  const fines = bars("fines", STATUSES).map((bar, at) => ({
    ...bar,
    to: (series: number) => casesOf(project, { ...buckets[at], status: STATUSES[series]?.key ?? "" }),
  }));
  const payments = bars("payments", PAYMENTS);
  // Only open objections have a list. Decided objections, payments of a day and parkings of an hour have none.
  const objections = bars("objections", OBJECTIONS).map((bar) => ({
    ...bar,
    to: (series: number) => (OBJECTIONS[series]?.key === "open" ? paths.objections(project) : undefined),
  }));
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Chart title={texts.fines.title} axis={axis} series={STATUSES} bars={fines} />
      <Chart
        title={texts.payments.title}
        axis={axis}
        series={PAYMENTS}
        bars={payments}
        says={paidInWords(overview, payments)}
      />
      <ViolationChart project={project} period={period} overview={overview} />
      <Chart title={texts.objections.title} axis={axis} series={OBJECTIONS} bars={objections} />
      <div className="col-span-full">
        <HourChart overview={overview} />
      </div>
    </div>
  );
}

function ViolationChart({ project, period, overview }: ChartsProps) {
  const rows = overview.totals.filter(([part]) => part === "violations").toSorted((a, b) => b[2] - a[2]);
  const bars = rows.map(([, key, count]) => ({
    name:
      key === OTHER_VIOLATION
        ? caseTexts.filter.otherViolation
        : (overview.violations[key] ?? texts.violations.removed),
    counts: [count],
    to: () => casesOf(project, { from: period.first, to: period.last, violation: key }),
  }));
  const series = [{ name: texts.violations.count, color: COLORS.open }];
  return <Chart title={texts.violations.title} axis={texts.violations.name} series={series} bars={bars} isLying />;
}

function HourChart({ overview }: { overview: SiteOverview }) {
  const counts = new Map(overview.totals.filter(([part]) => part === "parkings").map(([, key, count]) => [key, count]));
  const bars = Array.from({ length: 24 }, (_, hour) => ({
    name: `${String(hour).padStart(2, "0")}:00`,
    counts: [counts.get(String(hour)) ?? 0],
  }));
  const series = [{ name: texts.parkings.count, color: COLORS.open }];
  return <Chart title={texts.parkings.title} axis={texts.parkings.hour} series={series} bars={bars} />;
}

const nameOf = (bucket: Bucket | undefined): string =>
  bucket === undefined || bucket.from === bucket.to ? (bucket?.from ?? "") : texts.period.says(bucket.from, bucket.to);

/** The number of the period's fines that were paid within 30 days, in words, and the number of the others that still have time. */
function paidInWords({ days, today }: SiteOverview, bars: readonly BarOf[]): string {
  const within = sum(bars.map(({ counts }) => counts[0] ?? 0));
  const all = sum(bars.flatMap(({ counts }) => counts));
  const percent = new Intl.NumberFormat("sv-SE", { style: "percent" }).format(within / Math.max(all, 1));
  const share = texts.payments.share(formatCount(within), formatCount(all), percent);
  const inTime = unpaidInTime(days, today);
  return inTime === 0 ? share : `${share} ${texts.payments.inTime(formatCount(inTime))}`;
}
