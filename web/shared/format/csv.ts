/**
 * Writes tables as CSV for a Swedish Excel: semicolons between cells, UTF-8 with a byte order mark, and no cell that Excel would run as a
 * formula.
 */

type Rows = readonly (readonly string[])[];

/** The text of a table. The first row holds the names of the columns. */
export const toCsv = (rows: Rows): string => `\uFEFF${toCsvLines(rows)}`;

/** The text of further rows, for a table written in parts; `toCsv` writes the first part. */
export const toCsvLines = (rows: Rows): string => rows.map((row) => `${row.map(toCell).join(";")}\r\n`).join("");

/** A cell that begins like this, also after spaces, would run as a formula; some languages' Excel reads wide signs as the narrow ones. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;

function toCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
