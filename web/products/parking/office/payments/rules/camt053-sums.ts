/** Reads the amounts of a statement (ISO 20022), and compares its entries with the totals and balances that it states itself. */
import { formatCount, formatOre } from "#shared/format/money.ts";
import { paymentTexts } from "../payment-texts.ts";
import { inRow } from "./bank-file.ts";
import { elementAt, elementsAt, textAt, type XmlElement, textIn } from "./xml.ts";
import { shortened } from "./bank-table.ts";

const { problems } = paymentTexts;

/** An entry of a statement: öre, negative for money that went out. */
export type Entry = { element: XmlElement; ore: number; isBooked: boolean };

/** @throws BankFileError where a total is not its entries', or the balances differ by another sum than the booked entries. */
export function checkStatement(statement: XmlElement, entries: readonly Entry[]): void {
  const opening = balanceOf(statement, ["OPBD", "PRCD"]);
  const closing = balanceOf(statement, ["CLBD"]);
  const booked = entries.filter(({ isBooked }) => isBooked);
  if (opening !== undefined && closing !== undefined && opening + sumOf(booked) !== closing)
    throw inRow(statement.line, problems.balances(formatOre(closing), formatOre(opening + sumOf(booked))));
  // The totals of a statement in pages are of all its pages.
  const page = textAt(statement, "StmtPgntn", "PgNb");
  const isWhole = page === "" || (page === "1" && /^(true|1)$/.test(textAt(statement, "StmtPgntn", "LastPgInd")));
  if (!isWhole) return;
  for (const [name, has] of TOTALS)
    checkTotal(elementAt(statement, "TxsSummry", name), booked.filter(has), entries.filter(has));
}

const TOTALS: readonly (readonly [string, (entry: Entry) => boolean])[] = [
  ["TtlNtries", () => true],
  ["TtlCdtNtries", ({ ore }) => ore >= 0],
  ["TtlDbtNtries", ({ ore }) => ore < 0],
];

/** Some banks count the entries that are not booked among them, and some do not. */
function checkTotal(total: XmlElement | undefined, ...ways: (readonly Entry[])[]): void {
  if (total === undefined) return;
  const count = textAt(total, "NbOfNtries");
  const sum = elementAt(total, "Sum");
  const [first = []] = ways;
  if (count !== "" && ways.every((entries) => entries.length !== Number(count)))
    throw inRow(total.line, problems.totalCount(formatCount(first.length)));
  const stated = sum === undefined ? undefined : oreOf(sum);
  if (stated !== undefined && ways.every((entries) => sumOf(entries.map(unsigned)) !== stated))
    throw inRow(total.line, problems.totalSum(formatOre(stated), formatOre(sumOf(first.map(unsigned)))));
}

const unsigned = ({ ore }: Entry) => ({ ore: Math.abs(ore) });
const sumOf = (entries: readonly { ore: number }[]): number => entries.reduce((sum, { ore }) => sum + ore, 0);

function balanceOf(statement: XmlElement, codes: readonly string[]): number | undefined {
  const balance = elementsAt(statement, "Bal").find((each) => codes.includes(textAt(each, "Tp", "CdOrPrtry", "Cd")));
  return balance && sekOf(elementAt(balance, "Amt"), balance) * directionOf(balance);
}

// Amounts are digits with a decimal point, a currency, and a code for in or out.

/** `700`, `700.5`, `700.50000`: whole öre, without a sign. */
const AMOUNT = /^(\d{1,13})(?:\.(\d{1,2})0{0,3})?$/;

/** An amount in whole öre. @throws BankFileError with its line for any other text. */
function oreOf(element: XmlElement): number {
  const text = textIn(element);
  const [, whole, decimals = ""] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) throw inRow(element.line, problems.noAmount(shortened(text)));
  return Number(whole + decimals.padEnd(2, "0"));
}

/** An amount in Swedish kronor, in öre. @throws BankFileError for another currency, or none; `owner` tells the line where it is missing. */
export function sekOf(element: XmlElement | undefined, owner: XmlElement): number {
  if (element === undefined) throw inRow(owner.line, problems.noAmount(""));
  const { currency = "" } = element;
  if (currency === "") throw inRow(element.line, problems.noCurrency);
  if (currency !== "SEK") throw inRow(element.line, problems.currency(shortened(currency)));
  return oreOf(element);
}

/** 1 for money that came in, -1 for money that went out. @throws BankFileError */
export function directionOf(element: XmlElement): 1 | -1 {
  const code = textAt(element, "CdtDbtInd");
  if (code === "CRDT") return 1;
  if (code === "DBIT") return -1;
  throw inRow(element.line, problems.noDirection);
}
