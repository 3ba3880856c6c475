/** A table of payments: the place of its columns, and the payments in its rows. */
import { type BankColumns, sameHeaders } from "#data/payment_files/columns.ts";
import { paymentTexts } from "../payment-texts.ts";
import { BankFileError, type ReadPayments, type ReadRow, inRow, dayOf, isPaymentDay, oreOf } from "./bank-file.ts";

const { problems } = paymentTexts;

/** The table in the file: the names of its columns (empty without such a row), and the rows with their numbers. */
export type BankTable = { headers: string[]; rows: { row: number; cells: string[] }[] };

/** The fewest columns of a table of payments: a day, an amount and a reference. */
const FEWEST_COLUMNS = 3;

/** Known bank layouts. A table has a layout when all column names in `needs` are there. */
const LAYOUTS = [
  {
    name: "swedbank",
    needs: ["Radnummer"],
    date: "Valutadag",
    references: ["Referens", "Beskrivning"],
    key: undefined,
  },
  { name: "seb", needs: [], date: "Valutadatum", references: ["Text", "Text/mottagare"], key: "Verifikationsnummer" },
] as const;
const AMOUNT = "Belopp";
const CURRENCY = "Valuta";

export type TableLayout = (typeof LAYOUTS)[number]["name"];

/** Finds the table among the lines before it. @throws BankFileError when no row has a day and an amount. */
export function findTable(lines: readonly string[][]): BankTable {
  const rows = lines
    .map((cells, at) => ({ row: at + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const known = rows.findIndex(({ cells }) => layoutOf(cells) !== undefined);
  const first = rows.findIndex(({ cells }) => isPayment(cells));
  if (known === -1 && first === -1) throw new BankFileError(problems.noColumns);
  const head = known === -1 ? rows.findLastIndex(({ cells }, at) => at < first && isHeader(cells)) : known;
  const start = head === -1 ? rows.findIndex(({ cells }) => cells.length >= FEWEST_COLUMNS) : head + 1;
  return { headers: rows[head]?.cells ?? [], rows: rows.slice(start) };
}

const isHeader = (cells: string[]): boolean =>
  cells.filter((cell) => cell !== "").length >= FEWEST_COLUMNS &&
  cells.every((cell) => dayOf(cell) === undefined && oreOf(cell) === undefined);

function isPayment(cells: string[]): boolean {
  const day = cells.findIndex((cell) => dayOf(cell) !== undefined);
  return (
    day !== -1 && cells.length >= FEWEST_COLUMNS && cells.some((cell, at) => at !== day && oreOf(cell) !== undefined)
  );
}

/** The layout and columns of a table, by the names of its columns; undefined for an unknown layout. */
export function layoutOf(headers: readonly string[]): { layout: TableLayout; columns: BankColumns } | undefined {
  for (const { name, needs, date, references, key } of LAYOUTS) {
    const at = (column: string) => headers.indexOf(column);
    const reference = references.map(at).filter((index) => index !== -1);
    const required = [...needs, date, AMOUNT, ...(key === undefined ? [] : [key])];
    if (reference.length === 0 || required.some((column) => at(column) === -1)) continue;
    const columns = { date: at(date), amount: at(AMOUNT), reference, payer: -1, key: key === undefined ? -1 : at(key) };
    return { layout: name, columns: { headers: [...headers], ...columns } };
  }
  return undefined;
}

/** The columns that were chosen earlier for a table with these names. */
export const keptColumns = (headers: readonly string[], kept: readonly BankColumns[]): BankColumns | undefined =>
  headers.length === 0 ? undefined : kept.find((columns) => sameHeaders(columns.headers, headers));

/** The payments in the rows of a table, and the number of outgoing rows. @throws BankFileError */
export function readTable(table: BankTable, columns: BankColumns, today: string): ReadPayments {
  const width = Math.max(table.headers.length, ...indexesOf(columns).map((index) => index + 1));
  const currency = table.headers.indexOf(CURRENCY);
  const rows: ReadRow[] = [];
  let outgoing = 0;
  for (const { row, cells } of table.rows) {
    if (cells.length < width) throw inRow(row, problems.cut);
    const at = (index: number) => cells[index] ?? "";
    if (currency !== -1 && !/^(SEK)?$/i.test(at(currency)))
      throw inRow(row, problems.currency(shortened(at(currency))));
    const value_date = dayIn(at(columns.date), row, today);
    const amount_ore = oreIn(at(columns.amount), row);
    if (amount_ore <= 0) outgoing += 1;
    else {
      const reference = columns.reference.map(at).filter((text) => text !== "");
      const texts = { reference: reference.join(" "), payer_text: at(columns.payer), key: at(columns.key) };
      rows.push({ row, amount_ore, value_date, method: "account", ...texts });
    }
  }
  return { rows, outgoing };
}

const indexesOf = ({ date, amount, reference, payer, key }: BankColumns): number[] => [
  date,
  amount,
  ...reference,
  payer,
  key,
];

function dayIn(cell: string, row: number, today: string): string {
  const day = dayOf(cell);
  if (day === undefined) throw inRow(row, problems.noDate(shortened(cell)));
  if (!isPaymentDay(day, today)) throw inRow(row, problems.strangeDate(shortened(cell)));
  return day;
}

function oreIn(cell: string, row: number): number {
  const ore = oreOf(cell);
  if (ore === undefined) throw inRow(row, problems.noAmount(shortened(cell)));
  if (Math.abs(ore) >= MOST_ORE) throw inRow(row, problems.hugeAmount(shortened(cell)));
  return ore;
}

/** The limit of an amount, and of a file's sum (private.require_bank_rows). */
export const MOST_ORE = 1_000_000_000_000;

const LONGEST_QUOTE = 40;
/** A cell as a text for people quotes it. */
export const shortened = (cell: string): string =>
  cell.length > LONGEST_QUOTE ? `${cell.slice(0, LONGEST_QUOTE)}…` : cell;
