/** Bankgirot's file of incoming payments, BgMax: lines of 80 characters, whose first two give the kind of line. */
import { paymentTexts } from "../payment-texts.ts";
import { BankFileError, type ReadPayments, type ReadRow, inRow, dayOf, isPaymentDay } from "./bank-file.ts";

const { problems } = paymentTexts;

const LENGTH = 80;
const NAME = /^01BGMAX/;

export const isBgMax = (text: string): boolean => NAME.test(text);

type Section = { account: string; rows: (ReadRow & { serial: string })[]; sum: number; isPaidIn: boolean };

/** The state of the reading. */
type State = { sections: Section[]; payments: number; outgoing: number; isEnded: boolean };

/**
 * The payments of the file, and the number of deductions.
 * @throws BankFileError unless the file is complete: it has its end, and its counts and sums are right.
 */
export function readBgMax(text: string, today: string): ReadPayments {
  const state: State = { sections: [], payments: 0, outgoing: 0, isEnded: false };
  for (const [at, raw] of text.trimEnd().split(/\r?\n/).entries()) {
    const line = raw.padEnd(LENGTH);
    if (state.isEnded || line.trimEnd().length > LENGTH || !/^\d\d/.test(line)) throw inRow(at + 1, problems.bgMaxLine);
    readLine(state, line, at + 1, today);
  }
  if (!state.isEnded || state.sections.some(({ isPaidIn }) => !isPaidIn)) throw new BankFileError(problems.bgMaxEnd);
  const rows = state.sections.flatMap((section) =>
    section.rows.map(({ serial, ...row }) => ({ ...row, key: [section.account, serial].join(" ") })),
  );
  return { rows, outgoing: state.outgoing };
}

/** The characters of a field, counted from 1 as in the format's description, both ends included. */
const field = (line: string, from: number, to: number): string => line.slice(from - 1, to).trim();

function readLine(state: State, line: string, row: number, today: string): void {
  const kind = line.slice(0, 2);
  const section = state.sections.at(-1);
  if (kind === "01") {
    if (field(line, 45, 45) === "T") throw new BankFileError(problems.bgMaxTest);
  } else if (kind === "05") {
    requireKronor(field(line, 23, 25), row);
    state.sections.push({ account: field(line, 3, 12), rows: [], sum: 0, isPaidIn: false });
  } else if (kind === "70") {
    state.isEnded = true;
    if (Number(field(line, 3, 10)) !== state.payments || Number(field(line, 27, 34)) !== state.sections.length)
      throw new BankFileError(problems.bgMaxCount);
  } else if (section === undefined || section.isPaidIn) throw inRow(row, problems.bgMaxLine);
  else if (kind === "15") endSection(section, line, row, today);
  else readPayment(state, section, line, row);
}

/** Reads a line of a payment: the payment, a deduction, or a detail of the latest payment. Other lines have no money. */
function readPayment(state: State, section: Section, line: string, row: number): void {
  const kind = line.slice(0, 2);
  const payment = section.rows.at(-1);
  if (kind === "20") {
    const amount_ore = oreIn(line, 38, 55, row);
    state.payments += 1;
    section.sum += amount_ore;
    section.rows.push({
      row,
      amount_ore,
      value_date: "",
      reference: field(line, 13, 37),
      payer_text: "",
      key: "",
      method: "bankgiro",
      serial: field(line, 58, 69),
    });
  } else if (kind === "21") {
    state.outgoing += 1;
    section.sum -= oreIn(line, 38, 55, row);
  } else if (payment === undefined) return;
  else if (kind === "22") payment.reference = joined(payment.reference, field(line, 13, 37));
  else if (kind === "25") payment.reference = joined(payment.reference, field(line, 3, 52));
  else if (kind === "26") payment.payer_text = joined(field(line, 3, 37), field(line, 38, 72));
}

/** Reads the deposit line: its day is that of the payments, and its amount is their sum. */
function endSection(section: Section, line: string, row: number, today: string): void {
  const cell = field(line, 38, 45);
  const day = dayOf(cell);
  if (day === undefined) throw inRow(row, problems.noDate(cell));
  if (!isPaymentDay(day, today)) throw inRow(row, problems.strangeDate(cell));
  requireKronor(field(line, 69, 71), row);
  if (oreIn(line, 51, 68, row) !== section.sum) throw inRow(row, problems.bgMaxSum);
  for (const payment of section.rows) payment.value_date = day;
  section.isPaidIn = true;
}

function oreIn(line: string, from: number, to: number, row: number): number {
  const digits = line.slice(from - 1, to);
  if (!/^\d+$/.test(digits)) throw inRow(row, /\s/.test(digits) ? problems.cut : problems.noAmount(digits.trim()));
  return Number(digits);
}

function requireKronor(currency: string, row: number): void {
  if (currency !== "SEK" && currency !== "") throw inRow(row, problems.currency(currency));
}

const joined = (...texts: string[]): string => texts.filter((text) => text !== "").join(" ");
