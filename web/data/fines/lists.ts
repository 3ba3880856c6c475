/** The lists of a project's cases: which case stands in which, and what of it is left to pay. */
import { type CaseStatus } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";
import { addDays, startOfDay, toDateValue } from "#shared/format/dates.ts";

export const CASE_LISTS = ["all", "unpaid", "disputed", "overdue", "review", "refund", "expiring"] as const;
export type CaseList = (typeof CASE_LISTS)[number];

/** What a list is narrowed to; an empty text means any. Days are `yyyy-MM-dd`, both included. */
export type CaseFilter = {
  from: string;
  to: string;
  status: CaseStatus | "";
  /** A violation's id, or OTHER_VIOLATION. */
  violation: string;
  /** The ID of who issued it. */
  attendant: string;
};
export const NO_FILTER: CaseFilter = { from: "", to: "", status: "", violation: "", attendant: "" };
/** `Övrigt`, which is no row of the violations. */
export const OTHER_VIOLATION = "other";

/** `search` is a case number or a plate in any way of writing; everything without one. */
export type CaseScope = { project: string; list: CaseList; search: string; filter: CaseFilter };

/** Cases whose money is waited for. */
export const UNPAID: readonly CaseStatus[] = ["issued", "reminded", "collection"];
/** Cases whose due date is the company's own: at a debt collector it is theirs. */
export const DUNNED: readonly CaseStatus[] = ["issued", "reminded"];
/** Cases that end without money after two years. */
export const OPEN: readonly CaseStatus[] = ["issued", "reminded", "disputed", "collection"];

/** Whether a search is for a case number: eight digits, whatever stands between them. */
export const isCaseNumber = (search: string): boolean => /^\d{8}$/.test(plateKey(search));

/** The day that lists go by, and the moment before which a fine of theirs is nearly two years old (document 4 §5, SFS 1984:318 §9). */
export type CaseDays = { today: string; expiresBefore: string };
export function caseDays(now: Date): CaseDays {
  const today = toDateValue(now);
  const [year = "", ...rest] = addDays(today, DAYS_OF_WARNING + 1).split("-");
  const day = [Number(year) - YEARS_TO_SUE, ...rest].join("-");
  // Two years before the 29th of February there is none.
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

/** Whether a case stands in a list and is what is searched for, as `listCases` asks the database. */
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
 * An ID as it is typed, in small letters, in capitals and with a first capital: who types it does not always know which, and the tables
 * are asked for exact texts alone. One of few letters comes in every mix of small ones and capitals.
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
/** 64 spellings at most in an address. */
const MIXED_LETTERS = 6;

/** The moments that a period of days begins and has ended at. */
export const momentsOfPeriod = ({ from, to }: Pick<CaseFilter, "from" | "to">) => ({
  since: startOfDay(from),
  before: startOfDay(addDays(to, 1)),
});

/** What is left to pay in öre, below 0 what is to be paid back: the column `left_ore`, which live changes come without. */
export function leftOre(row: Omit<Owed, "recovered_ore"> & Partial<Owed>): number {
  if (row.status === "withdrawn") return 0 - row.paid_ore;
  // What came of a claim after it was written off is kept.
  if (row.status === "written_off") return (row.recovered_ore ?? 0) - row.paid_ore;
  return (row.amount + row.fee) * 100 - row.paid_ore;
}
type Owed = { status: CaseStatus; amount: number; fee: number; paid_ore: number; recovered_ore: number };
