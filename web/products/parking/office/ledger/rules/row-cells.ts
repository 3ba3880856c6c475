/** The rows behind a site's books as a table for a spreadsheet: a row for each line of an event or a payment. */
import type { LedgerRow } from "#data/ledger_months/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { ledgerTexts } from "../ledger-texts.ts";
import { kronor } from "./ledger-rows.ts";
import { bookedOn } from "./verifications.ts";
import { verificationNumber } from "./verification-number.ts";

const texts = ledgerTexts.rows;

/** The names of the columns. */
export const ROW_COLUMNS: readonly string[] = texts.columns;

/** The cells of each line of a row. The VAT of the row stands on its first line alone, so that its column can be added up. */
export function rowCells(row: LedgerRow, code: string): string[][] {
  const { day, kind, payee, case_number: caseNumber, by_id: by, at, file_name: file, lines } = row;
  return lines.map(([account, number, ore], place) => [
    verificationNumber(row),
    bookedOn(row).date,
    day,
    code,
    ledgerTexts.kinds[kind],
    caseNumber ?? "",
    ledgerTexts.payees[payee] ?? payee,
    number,
    ledgerTexts.accounts[account],
    ore > 0 ? kronor(ore) : "",
    ore < 0 ? kronor(-ore) : "",
    place === 0 ? kronor(vatOf(row)) : "",
    by ?? "",
    at === null ? "" : formatDateTime(at),
    file ?? "",
  ]);
}

/** The VAT of a row in öre, below 0 where it is taken back. */
export const vatOf = ({ lines }: Pick<LedgerRow, "lines">): number =>
  lines.reduce((sum, [account, , ore]) => (account === "vat" ? sum - ore : sum), 0);
