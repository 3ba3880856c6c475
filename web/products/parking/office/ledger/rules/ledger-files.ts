/** The files of a period of a site's books. The same books always give the same files. */
import type { SiteLedger } from "#data/ledger_months/queries.ts";
import type { Period } from "#data/site_overview/queries.ts";
import { toCsv } from "#shared/format/csv.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { ledgerRows } from "./ledger-rows.ts";
import { sieFile } from "./sie.ts";
import { booksOf, verificationsOf } from "./verifications.ts";

/** Whether a period that ends on a day is closed as a whole, so that its files never change. */
export const isWhollyClosed = (until: string | null, last: string): boolean =>
  until !== null && last.slice(0, 7) <= until.slice(0, 7);

/** A period of the books as a SIE file and as a table; a period that is wholly closed has the same bytes for ever. */
export function ledgerFiles(
  ledger: SiteLedger,
  { first, last }: Period,
): { sie: Uint8Array<ArrayBuffer>; csv: string } {
  const { closed, closed_until: until, today } = ledger;
  const verifications = verificationsOf(ledger);
  const books = booksOf(closed.at(-1)?.month ?? "", closed, ledger.books);
  // The file of a wholly closed period bears the day on which the period was closed.
  const closing = isWhollyClosed(until, last) ? closed.at(-1) : undefined;
  const made = closing === undefined ? today : toDateValue(new Date(closing.at));
  return {
    sie: sieFile({ verifications, books: closing === undefined ? ledger.books : books, first, made }),
    csv: toCsv(ledgerRows(verifications, ledger.books.code)),
  };
}
