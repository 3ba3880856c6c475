import { paymentTexts } from "../payment-texts.ts";

/** A file that is not read; the message is told to the person who chose it. */
export class BankFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BankFileError";
  }
}

/** The same of one row, counted from 1. */
export const inRow = (row: number, problem: string): BankFileError =>
  new BankFileError(paymentTexts.problems.inRow(row, problem));
