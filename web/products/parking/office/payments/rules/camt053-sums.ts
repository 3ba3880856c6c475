/** Compares a statement's entries with the totals and balances that it states itself. */
import { formatCount, formatOre } from "#shared/format/money.ts";
import { paymentTexts } from "../payment-texts.ts";
import { inRow } from "./bank-file.ts";
import { directionOf, oreOf, sekOf } from "./camt053-amounts.ts";
import { elementAt, elementsAt, textAt, type XmlElement } from "./xml.ts";

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
