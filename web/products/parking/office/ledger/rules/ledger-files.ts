/** The files of a period of a site's books. The same books always give the same files. */
import type { SiteLedger } from "#data/ledger_months/queries.ts";
import type { Period } from "#data/site_overview/queries.ts";
import { toCsv } from "#shared/format/csv.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { ledgerRows } from "./ledger-rows.ts";
import { sieFile } from "./sie.ts";
import { booksOf, verificationsOf } from "./verifications.ts";

export function ledgerFiles(
  ledger: SiteLedger,
  { first, last }: Period,
): { sie: Uint8Array<ArrayBuffer>; csv: string } {
  const { closed, closed_until: until, today } = ledger;
  const verifications = verificationsOf(ledger);
  const books = booksOf(closed.at(-1)?.month ?? "", closed, ledger.books);
  // The file of a wholly closed period bears the day on which the period was closed.
  const closing = until !== null && last.slice(0, 7) <= until.slice(0, 7) ? closed.at(-1) : undefined;
  const made = closing === undefined ? today : toDateValue(new Date(closing.at));
  return {
    sie: sieFile({ verifications, books: closing === undefined ? ledger.books : books, first, made }),
    csv: toCsv(ledgerRows(verifications, ledger.books.code)),
  };
}
