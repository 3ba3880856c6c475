/** Tables from files as registers, banks and spreadsheets write them. */
import Papa from "papaparse";

/** A file's text: what marks itself as Unicode is, what is no UTF-8 is Windows-1252, as older programs of tables write it. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
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
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [";", "\t", ","] });
  return errors.some(({ type }) => type === "Quotes") ? undefined : data;
}
