import Papa from "papaparse";
import type { BankColumns } from "#data/payment_files/columns.ts";
import type { BankRow } from "#data/payments/bank-rows.ts";
import { decodeText } from "#shared/csv/read-delimited.ts";
import { formatCount } from "#shared/format/money.ts";
import { sha256 } from "#shared/sha256.ts";
import { paymentTexts } from "../payment-texts.ts";
import { BankFileError, type ReadPayments, type ReadRow, inRow, type ReversedPayment, wordsOf } from "./bank-file.ts";
import {
  type BankTable,
  findTable,
  keptColumns,
  layoutOf,
  MOST_ORE,
  readTable,
  type TableLayout,
} from "./bank-table.ts";
import { isBgMax, readBgMax } from "./bgmax.ts";
import { readCamt053 } from "./camt053.ts";

const { problems } = paymentTexts;

/** The most payments in a file. */
export const MOST_ROWS = 5000;
/** The longest texts of a row, as the database accepts them. */
const LONGEST_TEXT = 500;

export type FileLayout = "bgmax" | "camt053" | "chosen" | TableLayout;

/** The result of reading a file: a refusal, a question for its columns, or its payments. */
export type ReadFile =
  | { outcome: "refused"; problem: string }
  | { outcome: "columns"; table: { headers: string[]; samples: string[] } }
  | {
      outcome: "read";
      layout: FileLayout;
      rows: BankRow[];
      /** The number of outgoing rows, which are no payments. */
      outgoing: number;
      /** The number of entries that are not booked yet, and the payments that the bank took back; a statement's alone. */
      pending?: number;
      reversed?: ReversedPayment[];
      /** The named columns, for a layout that needs them. */
      columns?: BankColumns;
      table?: { headers: string[]; samples: string[] };
    };

export type Reading = {
  /** The company's current day. */
  today: string;
  /** Columns that were named for earlier files of this site. */
  kept: readonly BankColumns[];
  /** Columns that were named for this file. */
  chosen?: BankColumns | undefined;
};

/** Reads a bank's file (document 4 §5, Läs in betalningar): BgMax, camt.053, a known layout, or a table by its columns. It reads all rows or none. */
export async function readBankFile(bytes: Uint8Array, reading: Reading): Promise<ReadFile> {
  try {
    return await read(textOf(bytes), reading);
  } catch (error) {
    if (error instanceof BankFileError) return { outcome: "refused", problem: error.message };
    throw error;
  }
}

async function read(text: string, { today, kept, chosen }: Reading): Promise<ReadFile> {
  if (isBgMax(text)) return { outcome: "read", layout: "bgmax", ...(await checked(readBgMax(text, today))) };
  if (isXml(text)) return { outcome: "read", layout: "camt053", ...(await checked(readCamt053(text, today))) };
  const table = findTable(cellsOf(text));
  const known = layoutOf(table.headers);
  if (known !== undefined && chosen === undefined)
    return { outcome: "read", layout: known.layout, ...(await checked(readTable(table, known.columns, today))) };
  const columns = chosen ?? keptColumns(table.headers, kept);
  if (columns === undefined) return { outcome: "columns", table: shownOf(table) };
  const read = await checked(readTable(table, columns, today));
  return { outcome: "read", layout: "chosen", columns, table: shownOf(table), ...read };
}

const shownOf = ({ headers, rows }: BankTable) => ({
  headers: (rows[0]?.cells ?? []).map((_, at) => headers[at] ?? ""),
  samples: rows[0]?.cells ?? [],
});

const SEPARATORS = ["\t", ";", ","];
/** The number of lines that decide the separator. */
const LINES_TO_GUESS_BY = 50;

/** The cells of each line. The separator is the one that gives most lines the same length. @throws BankFileError for a wrong quote. */
function cellsOf(text: string): string[][] {
  const uniformity = (delimiter: string): number => {
    const widths = Papa.parse<string[]>(text, { delimiter, preview: LINES_TO_GUESS_BY }).data.map(
      ({ length }) => length,
    );
    return Math.max(
      0,
      ...widths.filter((width) => width >= 3).map((width) => widths.filter((w) => w === width).length),
    );
  };
  const scores = SEPARATORS.map(uniformity);
  const delimiter = SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ";";
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const wrong = errors.find(({ type }) => type === "Quotes");
  if (wrong !== undefined) throw inRow((wrong.row ?? 0) + 1, problems.quote);
  return data;
}

/** The rows to book, each with the key by which it counts once. @throws BankFileError */
async function checked({ rows, ...others }: ReadPayments): Promise<Checked> {
  const { outgoing, pending = 0, reversed = [] } = others;
  if (rows.length === 0) {
    if (reversed.length > 0) throw new BankFileError(problems.reversedOnly(reversed.map(wordsOf).join("; ")));
    if (outgoing > 0) throw new BankFileError(problems.outgoingOnly);
    throw new BankFileError(pending > 0 ? problems.pendingOnly : problems.noRows);
  }
  if (rows.length > MOST_ROWS)
    throw new BankFileError(problems.tooMany(formatCount(rows.length), formatCount(MOST_ROWS)));
  if (rows.reduce((sum, row) => sum + row.amount_ore, 0) >= MOST_ORE) throw new BankFileError(problems.tooMuch);
  return { rows: await withKeys(rows), ...others };
}

type Checked = Omit<ReadPayments, "rows"> & { rows: BankRow[] };

/**
 * Adds the keys. Few banks number their rows, so a key comes from all values of a row and its number among equal rows: two equal payments
 * on one day are two, even if an earlier file had only the first. An ID that only one payment of the account has needs no texts.
 */
function withKeys(rows: readonly ReadRow[]): Promise<BankRow[]> {
  const seen = new Map<string, number>();
  return Promise.all(
    rows.map(async ({ key, bankId, amount_ore, value_date, reference, payer_text, method }) => {
      const content = JSON.stringify(
        bankId === undefined ? [key, value_date, amount_ore, reference, payer_text] : [bankId, value_date, amount_ore],
      );
      const place = (seen.get(content) ?? 0) + 1;
      seen.set(content, place);
      return {
        bank_key: await sha256(new Blob([`${content} ${place}`])),
        amount_ore,
        value_date,
        reference: reference.slice(0, LONGEST_TEXT),
        payer_text: payer_text.slice(0, LONGEST_TEXT),
        method,
      };
    }),
  );
}

/** Files of other kinds, by their first bytes, and the message for them. */
const OTHER_KINDS: readonly (readonly [bytes: readonly number[], problem: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], problems.excel],
  [[0xd0, 0xcf, 0x11, 0xe0], problems.excel],
  [[0x25, 0x50, 0x44, 0x46], problems.pdf],
];

/** Characters that no text has. A file with one of them is no text, or has another encoding (Windows-1252 has no letter for five bytes). */
// oxlint-disable-next-line no-control-regex
const NOT_TEXT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d\ufffd]/;
/** The end mark of texts by old programs. */
// oxlint-disable-next-line no-control-regex
const END_OF_FILE = /\x1a\s*$/;

/** The encodings that an XML file may name, beside UTF-8. */
const XML_ENCODINGS = ["iso-8859-1", "iso-8859-15", "windows-1252", "us-ascii"];
const XML_ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']/;

/**
 * The text of a bank's file: UTF-8 or UTF-16 by its byte order mark, UTF-8 without one, or else Windows-1252. XML names its encoding.
 * @throws BankFileError when it is no text.
 */
function textOf(bytes: Uint8Array): string {
  const other = OTHER_KINDS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (other !== undefined) throw new BankFileError(other[1]);
  const text = decodeText(bytes).replace(END_OF_FILE, "");
  if (text.trim() === "") throw new BankFileError(problems.empty);
  if (NOT_TEXT.test(text)) throw new BankFileError(problems.notText);
  if (/^\s*<(!DOCTYPE\s+html|html)\b/i.test(text)) throw new BankFileError(problems.markup);
  return isXml(text) ? xmlTextOf(bytes, text) : text;
}

const isXml = (text: string): boolean => /^\s*</.test(text);

/** The text in the encoding that its first line names; UTF-8 without one. @throws BankFileError for another encoding than it has. */
function xmlTextOf(bytes: Uint8Array, text: string): string {
  const encoding = (XML_ENCODING.exec(text)?.[1] ?? "utf-8").toLowerCase();
  const hasMark = (bytes[0] ?? 0) >= 0xfe || (bytes[0] === 0xef && bytes[1] === 0xbb);
  if (hasMark) return text;
  if (XML_ENCODINGS.includes(encoding)) return new TextDecoder(encoding).decode(bytes);
  if (encoding !== "utf-8") throw new BankFileError(problems.xmlEncoding(encoding.slice(0, 20).toUpperCase()));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BankFileError(problems.notUtf8);
  }
}
