/** Reads a site's books: lines of accounts by month, day and kind, and the months that are closed. */
import type { LedgerAccount } from "#contract/ledger.ts";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { Period } from "../site_overview/queries.ts";
import { queryOptions } from "../use-query.ts";

/** The kinds of verifications. */
export type LedgerKind =
  | "issued"
  | "fee"
  | "payment"
  | "unplaced"
  | "placed"
  | "undone"
  | "refunded"
  | "returned"
  | "not_ours"
  | "withdrawn"
  | "written_off"
  | "recovered";

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

export const ledgerQueries = {
  all: ["ledger_months"] as const,
  /** A site's books, for its admins. Another period's lines never stand in while this one loads: they could be saved under its name. */
  of: (acting: ActingPerson, project: string, { first, last }: Period) =>
    queryOptions({
      queryKey: ["ledger_months", project, first, last] as const,
      queryFn: () => callFunction<SiteLedger>(acting, "site_ledger", { project, first, last, acting_as: acting.id }),
    }),
};
