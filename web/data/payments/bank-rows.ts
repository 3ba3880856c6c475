/** Matches the rows of a bank's file: already booked, of a case, or without a case (document 4 §4, book_payments). */
import type { CaseStatus } from "#contract/cases.ts";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";

/** A row as `book_payments` takes it; `value_date` is a day. */
export type BankRow = {
  bank_key: string;
  amount_ore: number;
  value_date: string;
  reference: string;
  payer_text: string;
  method: string;
};

/** The reason why a row has no case: no reference, a reference without a number, an unknown number, or several cases. */
export type UnplacedReason = "none" | "no-number" | "not-here" | "several";

/**
 * The result of booking a row; `left_ore` is the case's amount before the file. `fee_ore` is the part of the fee that is dropped when the
 * rows with a fee together pay `lifts_fee_ore`: money that came on the reminder's day or earlier owes no fee (document 4 §4). `because`
 * belongs to an unknown row.
 */
export type RowMatch = { state: "placed" | "unknown" | "already"; because?: UnplacedReason | null } & (
  | ({ case_number: string; status: CaseStatus; left_ore: number } & (
      | { fee_ore: number; lifts_fee_ore: number }
      | { fee_ore: null; lifts_fee_ore: null }
    ))
  | { case_number: null; status: null; left_ore: null; fee_ore: null; lifts_fee_ore: null }
);

/** The number of rows that one call compares; a large file takes several calls. */
const ROWS_OF_A_LOOK = 500;

/** The result that booking would have for each row. It writes nothing, so any number of rows may take several calls. @throws DataError */
export async function matchRows(acting: ActingPerson, project: string, rows: readonly BankRow[]): Promise<RowMatch[]> {
  const matches: RowMatch[] = [];
  for (let from = 0; from < rows.length; from += ROWS_OF_A_LOOK) {
    const some = rows.slice(from, from + ROWS_OF_A_LOOK);
    const answer = await callFunction<{ rows: RowMatch[] }>(acting, "match_payments", {
      project,
      rows: some,
      acting_as: acting.id,
    });
    matches.push(...answer.rows);
  }
  return matches;
}
