import type { HoursRow } from "#data/work_turns/corrections.ts";
import { toCsv } from "#shared/format/csv.ts";
import type { ReviewTexts } from "./review-texts.ts";

const number = (hours: number) => hours.toFixed(2).replace(".", ",");

/** The cells of a row, as the table and the file have them. */
export const cellsOf = (row: HoursRow, texts: ReviewTexts["hours"]): string[] => [
  number(row.approved),
  number(row.waiting),
  number(row.rejected),
  number(row.breaks),
  row.marks.map((mark) => texts.markNames[mark]).join(", "),
];

/** The file of a month: hours by person. */
export const hoursCsv = (rows: readonly HoursRow[], texts: ReviewTexts["hours"]): string =>
  toCsv([
    [texts.who, texts.name, texts.month, texts.approved, texts.waiting, texts.rejected, texts.breaks, texts.marks],
    ...rows.map((row) => [row.user_id, row.name ?? "", row.month, ...cellsOf(row, texts)]),
  ]);
