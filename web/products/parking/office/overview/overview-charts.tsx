import { CASE_STATUSES } from "#contract/cases.ts";
import { OTHER_VIOLATION } from "#data/fines/lists.ts";
import type { DayPart, Period, SiteOverview } from "#data/site_overview/queries.ts";
import { formatCount } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { caseTexts } from "../case/case-texts.ts";
import type { Group } from "../statistics/rules/tables.ts";
import { type BarOf, Chart } from "./chart.tsx";
import { overviewTexts as texts } from "./overview-texts.ts";
import { casesOf } from "./rules/links.ts";
import { type Bucket, bucketsOf, countsIn, sum, unpaidInTime } from "./rules/series.ts";

const COLORS = {
  well: "var(--success)",
  open: "var(--brand)",
  look: "var(--warning)",
  over: "var(--line-strong)",
} as const;

const STATUSES = CASE_STATUSES.map((key) => ({ key, name: caseTexts.statuses[key] }));
const PAYMENTS = (["within", "later", "not"] as const).map((key) => ({ key, name: texts.payments.keys[key] }));
const OBJECTIONS = (["open", "accepted", "rejected", "withdrawn"] as const).map((key) => ({
  key,
  name: texts.objections.keys[key],
}));

/** A group of a chart: the series of some keys. */
const groupOf = <Key extends string>(
  series: readonly { key: Key }[],
  name: string,
  color: string,
  ...keys: readonly NoInfer<Key>[]
): Group => ({ name, color, columns: keys.map((key) => series.findIndex((each) => each.key === key)) });

const STATUS_GROUPS = [
  groupOf(STATUSES, texts.fines.groups.paid, COLORS.well, "paid"),
  groupOf(STATUSES, texts.fines.groups.open, COLORS.open, "issued", "reminded", "disputed", "collection"),
  groupOf(STATUSES, texts.fines.groups.over, COLORS.over, "withdrawn", "written_off"),
];
const PAYMENT_GROUPS = [
  groupOf(PAYMENTS, texts.payments.keys.within, COLORS.well, "within"),
  groupOf(PAYMENTS, texts.payments.keys.later, COLORS.look, "later"),
  groupOf(PAYMENTS, texts.payments.keys.not, COLORS.over, "not"),
];
const OBJECTION_GROUPS = [
  groupOf(OBJECTIONS, texts.objections.keys.open, COLORS.look, "open"),
  groupOf(OBJECTIONS, texts.objections.groups.accepted, COLORS.well, "accepted", "withdrawn"),
  groupOf(OBJECTIONS, texts.objections.keys.rejected, COLORS.open, "rejected"),
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
    ).map((counts, at) => ({ name: nameOf(buckets[at]), shortName: shortDay(buckets[at]), counts }));
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
      <Chart title={texts.fines.title} axis={axis} series={STATUSES} groups={STATUS_GROUPS} bars={fines} />
      <Chart
        title={texts.payments.title}
        axis={axis}
        series={PAYMENTS}
        groups={PAYMENT_GROUPS}
        bars={payments}
        says={paidInWords(overview, payments)}
      />
      <ViolationChart project={project} period={period} overview={overview} />
      <Chart
        title={texts.objections.title}
        axis={axis}
        series={OBJECTIONS}
        groups={OBJECTION_GROUPS}
        bars={objections}
      />
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
  const series = [{ name: texts.violations.count }];
  return <Chart title={texts.violations.title} axis={texts.violations.name} series={series} bars={bars} />;
}

function HourChart({ overview }: { overview: SiteOverview }) {
  const counts = new Map(overview.totals.filter(([part]) => part === "parkings").map(([, key, count]) => [key, count]));
  const bars = Array.from({ length: 24 }, (_, hour) => ({
    name: `${String(hour).padStart(2, "0")}:00`,
    counts: [counts.get(String(hour)) ?? 0],
  }));
  const series = [{ name: texts.parkings.count }];
  const groups = [{ name: texts.parkings.count, color: COLORS.open, columns: [0] }];
  return <Chart title={texts.parkings.title} axis={texts.parkings.hour} {...{ series, groups, bars }} />;
}

/** The first day of a bar, as people write it: 29/10. */
const shortDay = (bucket: Bucket | undefined): string =>
  bucket === undefined ? "" : `${Number(bucket.from.slice(8))}/${Number(bucket.from.slice(5, 7))}`;

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
