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

/** A payment in a file; `row` is its line, `key` the bank's own ID for it, or an empty text. */
export type ReadRow = {
  row: number;
  amount_ore: number;
  value_date: string;
  reference: string;
  payer_text: string;
  key: string;
  method: string;
};
