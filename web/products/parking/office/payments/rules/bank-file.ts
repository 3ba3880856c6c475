import { paymentTexts } from "../payment-texts.ts";

/** The reason why a file is refused; its message is for the person who chose the file. */
export class BankFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BankFileError";
  }
}

/** The error of one row, counted from 1. */
export const inRow = (row: number, problem: string): BankFileError =>
  new BankFileError(paymentTexts.problems.inRow(row, problem));

/**
 * A payment in a file; `row` is its line, `key` the bank's own ID for it, or an empty text. `bankId` is an ID of the bank that no other
 * payment of the account has: it counts in place of `key` and the texts, which a later file may tell in other words.
 */
export type ReadRow = {
  row: number;
  amount_ore: number;
  value_date: string;
  reference: string;
  payer_text: string;
  key: string;
  method: string;
  bankId?: string | undefined;
};

/**
 * The payments of a file, and the number of its rows that are no payments in. A statement also has entries that are not booked yet, and
 * payments that the bank took back.
 */
export type ReadPayments = { rows: ReadRow[]; outgoing: number; pending?: number; reversed?: ReadRow[] };
