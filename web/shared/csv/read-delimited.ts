/** Reading tables that people's own programs wrote: whatever encoding and whichever character between the cells. */
import Papa from "papaparse";

/** Rows without any text are left out; a quote that is never closed takes the rest of the file into its cell. */
export const readDelimited = (text: string): string[][] =>
  Papa.parse<string[]>(text, { delimitersToGuess: [";", ",", "\t"], skipEmptyLines: "greedy" }).data;

const UTF_16_LE = [0xff, 0xfe];

/** A file's text: UTF-8, UTF-16 of a spreadsheet's "Unicode text", or else Windows-1252, in which every byte means something. */
export function decodeText(bytes: Uint8Array): string {
  if (UTF_16_LE.every((byte, place) => bytes[place] === byte)) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
