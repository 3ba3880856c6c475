/** Tables as CSV for a Swedish Excel: semicolons between cells, UTF-8 with its mark, and no cell that is run as a formula. */

type Rows = readonly (readonly string[])[];

/** A table's text. The first row holds the names of the columns. */
export const toCsv = (rows: Rows): string => `\uFEFF${toCsvLines(rows)}`;

/** Further rows of a table whose text is made in parts: the first part is of `toCsv`. */
export const toCsvLines = (rows: Rows): string => rows.map((row) => `${row.map(toCell).join(";")}\r\n`).join("");

/** What a program of tables would run begins with one of these, also behind spaces. */
const FORMULA = /^\s*[=+\-@\t\r]/;

function toCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
