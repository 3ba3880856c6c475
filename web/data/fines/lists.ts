/** The lists of a project's cases: which cases are in which list, and the amount that is left to pay. */
import { type CaseStatus } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";
import { addDays, startOfDay, toDateValue } from "#shared/format/dates.ts";

export const CASE_LISTS = ["all", "unpaid", "disputed", "overdue", "review", "refund", "expiring"] as const;
export type CaseList = (typeof CASE_LISTS)[number];

/** A filter of a list; an empty text means any. Days are `yyyy-MM-dd`, both included. */
export type CaseFilter = {
  from: string;
  to: string;
  status: CaseStatus | "";
  /** A violation's id, or OTHER_VIOLATION. */
  violation: string;
  /** The ID of the person who issued the fine. */
  attendant: string;
};
export const NO_FILTER: CaseFilter = { from: "", to: "", status: "", violation: "", attendant: "" };
/** The violation `Övrigt`, which has no row in the table. */
export const OTHER_VIOLATION = "other";

/** Orders of a list, each of which has an index: by arrival, or the longest overdue first where cases wait for money. */
export const CASE_SORTS = ["newest", "oldest", "due"] as const;
export type CaseSort = (typeof CASE_SORTS)[number];

/** The order of a list: the asked one if the list has an index for it, else the newest first. */
export const sortOf = ({ list, sort = "newest" }: Pick<CaseScope, "list" | "sort">): CaseSort =>
  sort === "due" && list !== "overdue" && list !== "unpaid" ? "newest" : sort;

/** `search` is a case number, or a plate in any spelling; an empty search finds everything. */
export type CaseScope = { project: string; list: CaseList; search: string; filter: CaseFilter; sort?: CaseSort };

/** Cases that wait for money. */
export const UNPAID: readonly CaseStatus[] = ["issued", "reminded", "collection"];
/** Cases whose due date the company sets. A debt collector sets its own. */
export const DUNNED: readonly CaseStatus[] = ["issued", "reminded"];
/** Cases that end without money after two years. */
export const OPEN: readonly CaseStatus[] = ["issued", "reminded", "disputed", "collection"];

/** Whether a search is a case number: eight digits, with anything between them. */
export const isCaseNumber = (search: string): boolean => /^\d{8}$/.test(plateKey(search));

/** The day that the lists use, and a moment: fines issued before it will soon be two years old (document 4 §5, SFS 1984:318 §9). */
export type CaseDays = { today: string; expiresBefore: string };
export function caseDays(now: Date): CaseDays {
  const today = toDateValue(now);
  const [year = "", ...rest] = addDays(today, DAYS_OF_WARNING + 1).split("-");
  const day = [Number(year) - YEARS_TO_SUE, ...rest].join("-");
  // Two years before the 29th of February there is no such day.
  const moment = startOfDay(day) ?? startOfDay(day.replace("-02-29", "-03-01"));
  return { today, expiresBefore: (moment ?? now).toISOString() };
}
const DAYS_OF_WARNING = 60;
const YEARS_TO_SUE = 2;

type Listed = {
  status: CaseStatus;
  needs_review: boolean;
  case_number: string;
  plate: string;
  due_date: string;
  issued_at: string;
  issued_by: string;
  violation_id: string | null;
  amount: number;
  fee: number;
  paid_ore: number;
  recovered_ore: number;
};

const IN_LIST: Record<CaseList, (row: Listed, days: CaseDays) => boolean> = {
  all: () => true,
  unpaid: ({ status }) => UNPAID.includes(status),
  disputed: ({ status }) => status === "disputed",
  overdue: ({ status, due_date }, { today }) => DUNNED.includes(status) && due_date < today,
  review: ({ needs_review }) => needs_review,
  refund: (row) => leftOre(row) < 0,
  expiring: ({ status, issued_at }, { expiresBefore }) =>
    OPEN.includes(status) && Date.parse(issued_at) < Date.parse(expiresBefore),
};

/** Whether a case belongs to a list and matches the search, as `listCases` asks the database. */
export function isInList(
  row: Listed,
  { list, search, filter }: Omit<CaseScope, "project">,
  days: CaseDays = caseDays(new Date()),
): boolean {
  if (!IN_LIST[list](row, days) || !isInFilter(row, filter)) return false;
  if (search === "") return true;
  return plateKey(isCaseNumber(search) ? row.case_number : row.plate) === plateKey(search);
}

function isInFilter(row: Listed, { from, to, status, violation, attendant }: CaseFilter): boolean {
  const { since, before } = momentsOfPeriod({ from, to });
  const issued = Date.parse(row.issued_at);
  return (
    (since === undefined || issued >= since.getTime()) &&
    (before === undefined || issued < before.getTime()) &&
    (status === "" || row.status === status) &&
    (violation === "" || (row.violation_id ?? OTHER_VIOLATION) === violation) &&
    (attendant === "" || spellingsOf(attendant).includes(row.issued_by))
  );
}

/**
 * The likely spellings of a typed ID: as typed, in small letters, in capitals, with a first capital. People do not always know the right
 * one, and the tables match exact texts only. A short ID comes in every mix of small letters and capitals.
 */
export function spellingsOf(id: string): string[] {
  const small = id.toLowerCase();
  const capitals = id.toUpperCase();
  const likely = [id, small, capitals, capitals.slice(0, 1) + small.slice(1)];
  const ways = Array.from(id, (letter) => [...new Set([letter.toLowerCase(), letter.toUpperCase()])]);
  const isShort = ways.filter(({ length }) => length > 1).length <= MIXED_LETTERS;
  const mixes = isShort
    ? ways.reduce((begun, way) => begun.flatMap((start) => way.map((end) => start + end)), [""])
    : [];
  return [...new Set([...likely, ...mixes])];
}
/** IDs of up to six letters make at most 64 spellings, which fit in an address. */
const MIXED_LETTERS = 6;

/** The moments at which a period of days begins and ends. */
export const momentsOfPeriod = ({ from, to }: Pick<CaseFilter, "from" | "to">) => ({
  since: startOfDay(from),
  before: startOfDay(addDays(to, 1)),
});

/** The amount left to pay in öre; below 0, the amount to pay back. It computes the column `left_ore`, which live changes lack. */
export function leftOre(row: Omit<Owed, "recovered_ore"> & Partial<Owed>): number {
  if (row.status === "withdrawn") return 0 - row.paid_ore;
  // Money that was recovered after a write-off is kept.
  if (row.status === "written_off") return (row.recovered_ore ?? 0) - row.paid_ore;
  return (row.amount + row.fee) * 100 - row.paid_ore;
}
type Owed = { status: CaseStatus; amount: number; fee: number; paid_ore: number; recovered_ore: number };
