/** Reads tables from files of registers, banks and spreadsheets. */
import Papa from "papaparse";

/**
 * Decodes a file's text. A byte order mark means UTF-16; bytes that are not valid UTF-8 are read as Windows-1252, which older spreadsheets
 * write.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Splits a text into rows of cells. The separator is found: semicolon, tab or comma. Quotes follow RFC 4180. Returns undefined when a quote
 * has no end, because the rows cannot be found then.
 */
export function readDelimited(text: string): string[][] | undefined {
  // Empty lines are skipped here: as rows of one cell they would spoil the guess of the separator.
  const { meta } = Papa.parse(text, { delimitersToGuess: [";", "\t", ","], skipEmptyLines: true, preview: 1 });
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: meta.delimiter });
  return errors.some(({ type }) => type === "Quotes") ? undefined : data;
}

/** The reason why a file is no table: too many bytes, another kind of file, or a quote without an end. */
export type TableProblem = "tooLarge" | "noText" | "quotes";

/**
 * Returns the rows of cells of a chosen file, or the reason why it has none. A file that is too large is refused before any byte is read. A
 * cell beyond 20 000 characters is cut there, and its reader refuses it as too long.
 */
export async function readTable(file: Blob, mostBytes: number): Promise<string[][] | TableProblem> {
  if (file.size > mostBytes) return "tooLarge";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  if (OTHER_KINDS.test(text)) return "noText";
  const rows = readDelimited(text);
  if (rows === undefined) return "quotes";
  return rows.some((row) => row.length > MOST_CELLS) ? "noText" : rows.map((row) => row.map(cut));
}

/** The most cells of a row: a file of one row of millions held the page for a minute. */
const MOST_CELLS = 20_000;
/** The most characters of a cell that is read: no field takes as many, and patterns need a minute for a million. */
const MOST_CHARACTERS = 20_000;
const cut = (cell: string): string => cell.slice(0, MOST_CHARACTERS);

/**
 * The first characters of other kinds of files (Excel, Word, PDF, HTML, XML), or a NUL anywhere. Text has no NUL, but pictures and UTF-16
 * without a byte order mark are full of them.
 */
// oxlint-disable-next-line no-control-regex
const OTHER_KINDS = /^(PK\x03|\xd0\xcf\x11\xe0|%PDF|\s*<)|\0/;
