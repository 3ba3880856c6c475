/** Tables from files as registers, banks and spreadsheets write them. */
import Papa from "papaparse";

/** A file's text: what marks itself as Unicode is, what is no UTF-8 is Windows-1252, as older programs of tables write it. */
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
 * A text's rows of cells, between semicolons, tabs or commas, whichever there are; quotes are read as RFC 4180 says. Undefined where a
 * quote does not end: then nobody knows where its rows are.
 */
export function readDelimited(text: string): string[][] | undefined {
  // An empty line, such as the one behind the last line end, is one cell: two columns would not be told from one by it.
  const { meta } = Papa.parse(text, { delimitersToGuess: [";", "\t", ","], skipEmptyLines: true, preview: 1 });
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: meta.delimiter });
  return errors.some(({ type }) => type === "Quotes") ? undefined : data;
}

/** Why a file is no table: more bytes than are read, another kind of file, or a quote without an end. */
export type TableProblem = "tooLarge" | "noText" | "quotes";

/** The rows of cells of a chosen file, or why it has none. One that is too large is refused without a byte of it read. */
export async function readTable(file: Blob, mostBytes: number): Promise<string[][] | TableProblem> {
  if (file.size > mostBytes) return "tooLarge";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  if (OTHER_KINDS.test(text)) return "noText";
  return readDelimited(text) ?? "quotes";
}

/**
 * What no table begins with (Excel's and Word's files, a PDF, a web page or XML), and a NUL, which text has none of: pictures and UTF-16
 * without its mark are full of them.
 */
// oxlint-disable-next-line no-control-regex
const OTHER_KINDS = /^(PK\x03|\xd0\xcf\x11\xe0|%PDF|\s*<)|\0/;
