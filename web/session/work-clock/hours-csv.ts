import type { HoursRow } from "#data/work_turns/corrections.ts";
import type { TurnKind } from "#data/work_turns/queries.ts";
import { toCsv } from "#shared/format/csv.ts";
import type { Language } from "#shared/ui/language.ts";
import type { ReviewTexts } from "./review-texts.ts";
import { decimalHours } from "./turn-times.ts";

const SUMS = ["approved", "waiting", "rejected", "breaks", "planned"] as const;
/** The sums of a row that stand on a screen. Ambulance staff alone have a plan. */
export const sumsOf = (kind: TurnKind) => (kind === "ase-employee" ? SUMS : SUMS.slice(0, -1));

/** The cells of a row, with the decimal sign of a language. */
export const cellsOf = (
  row: HoursRow,
  sums: readonly (typeof SUMS)[number][],
  texts: ReviewTexts["hours"],
  lang: Language,
): string[] => [
  ...sums.map((name) => decimalHours(row[name], lang)),
  row.marks.map((mark) => texts.markNames[mark]).join(", "),
];

/** The file of a month: hours by person, with the same columns for all. Its numbers are Swedish, as the pay office's spreadsheet reads them. */
export const hoursCsv = (rows: readonly HoursRow[], texts: ReviewTexts["hours"]): string =>
  toCsv([
    [texts.who, texts.name, texts.month, ...SUMS.map((name) => texts[name]), texts.marks],
    ...rows.map((row) => [row.user_id, row.name ?? "", row.month, ...cellsOf(row, SUMS, texts, "sv")]),
  ]);
