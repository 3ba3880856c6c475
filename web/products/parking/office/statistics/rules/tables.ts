/** A site's statistics as tables, each with its drawing. Pure functions. */
import { OTHER_VIOLATION } from "#data/fines/lists.ts";
import type { Period } from "#data/site_overview/queries.ts";
import type { SiteStatistics, TotalPart, TotalSum, WeekPart } from "#data/site_statistics/queries.ts";
import { addDays } from "#shared/format/dates.ts";
import { caseTexts } from "../../case/case-texts.ts";
import { statisticsTexts as texts } from "../statistics-texts.ts";
import { mondaysOf, numberOfWeek } from "./weeks.ts";

/** Öre, rows, or a share from 0 to 1. */
export type Unit = "ore" | "count" | "share";
export type Column = { name: string; unit: Unit };
/** Values in the order of the columns; null where there is nothing to say, as the share of no fines. */
export type Row = { key: string; name: string; values: readonly (number | null)[] };

/** Columns that are drawn as one colour, with a name of their own. */
export type Group = { name: string; color: string; columns: readonly number[] };

/**
 * Lines over the weeks, at most three; columns that stand, each of at most three groups, with a short name of each row; bars of one column,
 * the longest first; or squares of hours by day.
 */
export type Drawing =
  | { kind: "lines"; columns: readonly number[] }
  | { kind: "stacks"; groups: readonly Group[]; shortNames: readonly string[] }
  | { kind: "bars"; column: number }
  | { kind: "squares" };

export type StatisticsTable = {
  /** The table's name in a file's name and in the trail. */
  key: string;
  title: string;
  says?: string | undefined;
  /** The head of the first column. */
  rowHead: string;
  columns: readonly Column[];
  rows: readonly Row[];
  drawing: Drawing;
};

/** The part of a table that is drawn. */
export type DrawnTable = Pick<StatisticsTable, "title" | "columns" | "rows" | "drawing">;

/** The sum of a group in a row. */
export const sumOf = ({ columns }: Group, { values }: Row): number =>
  columns.reduce((sum, column) => sum + (values[column] ?? 0), 0);

const money = (name: string): Column => ({ name, unit: "ore" });
const count = (name: string): Column => ({ name, unit: "count" });

/** All tables of a period, in the order of the screen. */
export function tablesOf(statistics: SiteStatistics, period: Period): StatisticsTable[] {
  const weeks = mondaysOf(period).map((monday) => ({ monday, name: weekName(monday) }));
  return [
    moneyTable(statistics, weeks),
    leftTable(statistics),
    inTimeTable(statistics, weeks),
    violationTable(statistics),
    placeTable(statistics),
    hourTable(statistics),
    objectionTable(statistics, weeks),
    templateTable(statistics),
  ];
}

type Week = { monday: string; name: string };

const weekName = (monday: string): string => {
  const { year, week } = numberOfWeek(monday);
  return texts.week(year, week);
};

/** The count and the öre of a part's key in each week, by `Monday key`. */
function inWeeks(
  { weeks }: SiteStatistics,
  part: WeekPart,
): (week: Week, key: string) => { count: number; ore: number } {
  const sums = new Map(
    weeks
      .filter((sum) => sum[1] === part)
      .map(([monday, , key, rows, ore]) => [`${monday} ${key}`, { count: rows, ore }]),
  );
  return ({ monday }, key) => sums.get(`${monday} ${key}`) ?? { count: 0, ore: 0 };
}

const totalsOf = ({ totals }: SiteStatistics, part: TotalPart): TotalSum[] => totals.filter((sum) => sum[0] === part);

function moneyTable(statistics: SiteStatistics, weeks: Week[]): StatisticsTable {
  const { title, row, says, issued, paid, refunded } = texts.money;
  const [fines, sums] = [inWeeks(statistics, "issued"), inWeeks(statistics, "money")];
  return {
    key: "money",
    title,
    says,
    rowHead: row,
    columns: [money(issued), money(paid), money(refunded)],
    rows: weeks.map((week) => ({
      key: week.monday,
      name: week.name,
      values: [fines(week, "").ore, sums(week, "paid").ore, 0 - sums(week, "refunded").ore],
    })),
    drawing: { kind: "lines", columns: [0, 1, 2] },
  };
}

const AGES = ["not_due", "month", "quarter", "older"] as const;

function leftTable({ left }: SiteStatistics): StatisticsTable {
  const { title, row, says, ages } = texts.left;
  const of = (age: string) => left.find((sum) => sum[0] === age);
  return {
    key: "left",
    title,
    says,
    rowHead: row,
    columns: [money(texts.amount), count(texts.cases)],
    rows: AGES.map((age) => ({ key: age, name: ages[age], values: [of(age)?.[2] ?? 0, of(age)?.[1] ?? 0] })),
    drawing: { kind: "bars", column: 0 },
  };
}

function inTimeTable(statistics: SiteStatistics, weeks: Week[]): StatisticsTable {
  const { title, row, says, within, share } = texts.inTime;
  const of = inWeeks(statistics, "payments");
  // A week is open until thirty days after its Sunday: until then its fines can still be paid in time.
  const open = weeks.find(({ monday }) => addDays(monday, 36) >= statistics.today);
  return {
    key: "paid_in_time",
    title,
    says: open === undefined ? undefined : says(open.name),
    rowHead: row,
    columns: [count(texts.fines), count(within), { name: share, unit: "share" }],
    rows: weeks.map((week) => {
      const [inTime, later, not] = ["within", "later", "not"].map((key) => of(week, key).count);
      const all = (inTime ?? 0) + (later ?? 0) + (not ?? 0);
      return { key: week.monday, name: week.name, values: [all, inTime ?? 0, all === 0 ? null : (inTime ?? 0) / all] };
    }),
    drawing: { kind: "lines", columns: [2] },
  };
}

const finesAndMoney = [count(texts.fines), money(texts.amount)];

/** Rows of fines and their money by a key; a key of null has all that is behind the others. */
const rowsOf = (sums: TotalSum[], nameOf: (key: string | null) => string): Row[] =>
  sums.map(([, key, fines, ore]) => ({ key: key ?? "others", name: nameOf(key), values: [fines, ore] }));

function violationTable(statistics: SiteStatistics): StatisticsTable {
  const { title, row, removed } = texts.violations;
  const nameOf = (key: string | null) =>
    key === OTHER_VIOLATION ? caseTexts.filter.otherViolation : (statistics.violations[key ?? ""] ?? removed);
  return {
    key: "violations",
    title,
    rowHead: row,
    columns: finesAndMoney,
    rows: rowsOf(totalsOf(statistics, "violations"), nameOf),
    drawing: { kind: "bars", column: 0 },
  };
}

function placeTable(statistics: SiteStatistics): StatisticsTable {
  const { title, row, says, none } = texts.places;
  const nameOf = (key: string | null) => (key === null ? texts.other : key === "" ? none : key);
  return {
    key: "places",
    title,
    says,
    rowHead: row,
    columns: finesAndMoney,
    rows: rowsOf(totalsOf(statistics, "places"), nameOf),
    drawing: { kind: "bars", column: 0 },
  };
}

function hourTable(statistics: SiteStatistics): StatisticsTable {
  const { title, row, says, days } = texts.hours;
  const sums = totalsOf(statistics, "hours");
  const counts = new Map(sums.map(([, key, fines]) => [key, fines]));
  return {
    key: "hours",
    title,
    says,
    rowHead: row,
    columns: days.map(count),
    rows:
      sums.length === 0
        ? []
        : Array.from({ length: 24 }, (_, hour) => ({
            key: String(hour),
            name: `${String(hour).padStart(2, "0")}:00`,
            values: days.map((_day, day) => counts.get(String(24 * day + hour)) ?? 0),
          })),
    drawing: { kind: "squares" },
  };
}

function objectionTable(statistics: SiteStatistics, weeks: Week[]): StatisticsTable {
  const { title, row, says, keys } = texts.objections;
  const of = inWeeks(statistics, "objections");
  const decisions = ["accepted", "rejected", "open", "withdrawn"] as const;
  return {
    key: "objections",
    title,
    says,
    rowHead: row,
    columns: decisions.map((key) => count(keys[key])),
    rows: weeks.map((week) => ({
      key: week.monday,
      name: week.name,
      values: decisions.map((key) => of(week, key).count),
    })),
    drawing: { kind: "lines", columns: [0, 1, 2] },
  };
}

function templateTable(statistics: SiteStatistics): StatisticsTable {
  const { title, row, says, count: replies, decisions, own, erased, named } = texts.templates;
  function nameOf(key: string | null) {
    const [decision = "", template = ""] = (key ?? "").split(":");
    const name = template === "own" ? own : template === "erased" ? erased : (statistics.templates[template] ?? own);
    return named(decision === "accepted" ? decisions.accepted : decisions.rejected, name);
  }
  return {
    key: "templates",
    title,
    says,
    rowHead: row,
    columns: [count(replies)],
    // A reply has no money.
    rows: totalsOf(statistics, "templates").map(([, key, replied]) => ({
      key: key ?? "others",
      name: nameOf(key),
      values: [replied],
    })),
    drawing: { kind: "bars", column: 0 },
  };
}

/** Whether a table has anything to show: a row that is not 0. */
export const hasRows = ({ rows }: StatisticsTable): boolean =>
  rows.some(({ values }) => values.some((value) => value !== null && value !== 0));

/** The sum of each column; null for shares, which have none. */
export const sumsOf = ({ rows, columns }: StatisticsTable): (number | null)[] =>
  columns.map(({ unit }, at) =>
    unit === "share" ? null : rows.reduce((total, { values }) => total + (values[at] ?? 0), 0),
  );
