/** What the rows of a bank's file are: booked before, of a case, or of none (document 4 §4, book_payments). */
import type { CaseStatus } from "#contract/cases.ts";
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

/** Why a row has no case: no reference, none with a number, a number of no case here, or several cases'. */
export type UnplacedReason = "none" | "no-number" | "not-here" | "several";

/**
 * What booking would do with a row; what is left of its case is before any of the file. `fee_ore` is the part of it that falls away once rows
 * that have one pay `lifts_fee_ore` together: money of the reminder's day or before owes no fee (document 4 §4). `because` is of an unknown row.
 */
export type RowMatch = { state: "placed" | "unknown" | "already"; because?: UnplacedReason | null } & (
  | ({ case_number: string; status: CaseStatus; left_ore: number } & (
      | { fee_ore: number; lifts_fee_ore: number }
      | { fee_ore: null; lifts_fee_ore: null }
    ))
  | { case_number: null; status: null; left_ore: null; fee_ore: null; lifts_fee_ore: null }
);

/** Rows that one call compares: what is looked at need not fit into one. */
const ROWS_OF_A_LOOK = 500;

/** What booking would do with each row. Any number of them: to look writes nothing, so it may take several calls. @throws DataError */
export async function matchRows(project: string, rows: readonly BankRow[], actingAs: string): Promise<RowMatch[]> {
  const matches: RowMatch[] = [];
  for (let from = 0; from < rows.length; from += ROWS_OF_A_LOOK) {
    const some = rows.slice(from, from + ROWS_OF_A_LOOK);
    const answer = await callFunction<{ rows: RowMatch[] }>("match_payments", {
      project,
      rows: some,
      acting_as: actingAs,
    });
    matches.push(...answer.rows);
  }
  return matches;
}
