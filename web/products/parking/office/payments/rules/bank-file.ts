/** The words of every bank file: refusals, payments, and the amounts and days that banks write. */
import type { BankRow } from "#data/payments/bank-rows.ts";
import { addDays, parseDateValue } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
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

/** `700`, `700,5`, `700.50`: digits, with at most two decimals after a comma or a dot. */
const PLAIN = /^(\d+)(?:[.,](\d{1,2}))?$/;
/** `12 345,50`, `12'345.50`: thousands split by spaces or apostrophes. */
const SPACED = /^(\d{1,3}(?:[ '’]\d{3})+)(?:[.,](\d{1,2}))?$/;
/**
 * `12.345,50`, `12,345.50`: thousands split by the mark that is not the decimal mark. One group without decimals is ambiguous and not
 * accepted.
 */
const GROUPED = /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$|^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/;
const MANY_GROUPS = /^(\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,})$/;

/** An amount in whole öre, negative for outgoing money; undefined for other text, or when it can be read in two ways. */
export function oreOf(cell: string): number | undefined {
  const text = cell
    .replaceAll(/\s/g, " ")
    .trim()
    .replace(/ ?(kr|sek)\.?$/i, "")
    .replace(/^[-−–] ?/, "-")
    .replace(/^\+ ?/, "");
  const isOut = text.startsWith("-") || /[-−]$/.test(text);
  const digits = text.replace(/^-/, "").replace(/[-−]$/, "");
  if (text.startsWith("-") && /[-−]$/.test(text)) return undefined;
  const parts = [PLAIN, SPACED, GROUPED, MANY_GROUPS].map((form) => form.exec(digits)).find((found) => found !== null);
  if (parts === undefined) return undefined;
  const [whole = "", decimals = ""] = parts.slice(1).filter((part) => part !== undefined);
  const ore = Number(whole.replaceAll(/\D/g, "") + decimals.padEnd(2, "0"));
  return isOut ? -ore : ore;
}

const YEAR_FIRST = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[ T]\d{2}[:.]\d{2}.*)?$/;
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/** A day as `yyyy-MM-dd`; undefined for other text. A time after the day is ignored. */
export function dayOf(cell: string): string | undefined {
  const text = cell.trim();
  const [, year = "", month = "", day = ""] =
    YEAR_FIRST.exec(text) ??
    DAY_FIRST.exec(text)?.map((part, at, all) => (at === 0 ? part : (all[4 - at] ?? ""))) ??
    [];
  const value = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return year !== "" && parseDateValue(value) !== undefined ? value : undefined;
}

const DAYS_BACK = 3650;
const DAYS_AHEAD = 10;

/** Whether a payment can have this day. Another date column, or a mistyped year, is far from today. */
export const isPaymentDay = (day: string, today: string): boolean =>
  day >= addDays(today, -DAYS_BACK) && day <= addDays(today, DAYS_AHEAD);

/** A payment that the bank took back. Its case keeps the money until a person takes it away. */
export type ReversedPayment = Pick<BankRow, "amount_ore" | "value_date" | "reference" | "payer_text">;

/** The longest piece of a text. */
const LONGEST = 60;

/** The payment in words: amount, day, reference, payer. */
export const wordsOf = ({ amount_ore, value_date, reference, payer_text }: ReversedPayment): string =>
  [formatOre(amount_ore), value_date, reference.slice(0, LONGEST), payer_text.slice(0, LONGEST)]
    .filter((text) => text !== "")
    .join(", ");
