/** Reads a site's books: lines of accounts by month, day and kind, and the months that are closed. */
import type { LedgerAccount } from "#contract/ledger.ts";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { Period } from "../site_overview/queries.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";
import { queryOptions } from "../use-query.ts";

/** The kinds of verifications. Their places are in the numbers of verifications, so a new kind goes to the end. */
export const LEDGER_KINDS = [
  "issued",
  "fee",
  "payment",
  "unplaced",
  "placed",
  "undone",
  "refunded",
  "returned",
  "not_ours",
  "withdrawn",
  "written_off",
  "recovered",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** A line: debit above 0, credit below, in öre. The day of a late line lies before its month, which is its first day. */
export type LedgerLine = [
  month: string,
  day: string,
  kind: LedgerKind,
  payee: string,
  account: LedgerAccount,
  ore: number,
];

/** The company, the site and the accounts; `year_start` is the month that the financial year begins with. */
export type LedgerBooks = {
  company: string;
  org_number: string;
  site: string;
  code: string;
  year_start: number;
  accounts: Record<LedgerAccount, string>;
};

export type ClosedMonth = { month: string; at: string; by_id: string; books: LedgerBooks };

export type SiteLedger = {
  /** Today, by the company's clock in the database. */
  today: string;
  /** The books as an open month has them. */
  books: LedgerBooks;
  /** The months with lines, newest first. */
  months: string[];
  /** The latest closed month; all months before it are closed too. */
  closed_until: string | null;
  /** The closed months of the period. A month without one, before `closed_until`, held nothing. */
  closed: ClosedMonth[];
  lines: LedgerLine[];
};

/** Rows of a verification (month, day and kind), of a day, or of a case. */
export type LedgerScope = { day?: string; kind?: LedgerKind; month?: string; caseNumber?: string };

/** A row: an event of a case or a payment, with its lines: debit above 0, credit below, in öre. */
export type LedgerRow = {
  /** The row's place in the order of all. */
  key: string;
  month: string;
  day: string;
  kind: LedgerKind;
  payee: string;
  /** Null for money without a case. */
  case_number: string | null;
  lines: [account: LedgerAccount, number: string, ore: number][];
  /** The person who booked it, and the moment that it was recorded; null for rows of months that were closed before rows were kept. */
  by_id: string | null;
  at: string | null;
  /** The bank's file of a payment. */
  file_name: string | null;
};

/** A page of rows; number and sums are of all rows, not of the page alone. */
export type LedgerRows = {
  count: number;
  sums: [account: LedgerAccount, number: string, debit: number, credit: number][];
  rows: LedgerRow[];
};

/** The rows of a page of `list_ledger_rows`. */
const ROWS_PAGE = 500;

const listRows = (acting: ActingPerson, project: string, scope: LedgerScope, afterKey: string | undefined) =>
  callFunction<LedgerRows>(acting, "list_ledger_rows", {
    project,
    acting_as: acting.id,
    of_day: scope.day,
    of_kind: scope.kind,
    of_month: scope.month,
    of_case: scope.caseNumber,
    after_key: afterKey,
  });

const nextPage = ({ rows }: LedgerRows) => (rows.length < ROWS_PAGE ? undefined : rows.at(-1)?.key);

/** All rows, page by page. @throws DataError */
export async function* pagesOfRows(
  acting: ActingPerson,
  project: string,
  scope: LedgerScope,
): AsyncGenerator<LedgerRow[]> {
  let after: string | undefined;
  do {
    // A page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page = await listRows(acting, project, scope, after);
    yield page.rows;
    after = nextPage(page);
  } while (after !== undefined);
}

export const ledgerQueries = {
  all: ["ledger_months"] as const,
  /** The rows behind a site's books, for its admins. */
  rows: (acting: ActingPerson, project: string, scope: LedgerScope) =>
    infiniteQueryOptions({
      queryKey: ["ledger_months", "rows", project, scope] as const,
      initialPageParam: undefined as string | undefined,
      queryFn: (_, { pageParam }) => listRows(acting, project, scope, pageParam),
      getNextPageParam: nextPage,
    }),
  /** A site's books, for its admins. Another period's lines never stand in while this one loads: they could be saved under its name. */
  of: (acting: ActingPerson, project: string, { first, last }: Period) =>
    queryOptions({
      queryKey: ["ledger_months", project, first, last] as const,
      queryFn: () => callFunction<SiteLedger>(acting, "site_ledger", { project, first, last, acting_as: acting.id }),
    }),
};
