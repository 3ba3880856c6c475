/** Tables as CSV for a Swedish Excel: semicolons between cells, UTF-8 with its mark, and no cell that is run as a formula. */

/** A table's text. The first row holds the names of the columns. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(toCell).join(";")).join("\r\n")}\r\n`;

/** What a program of tables would run begins with one of these, also behind spaces. */
const FORMULA = /^\s*[=+\-@\t\r]/;

function toCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
