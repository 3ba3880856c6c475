import { parseAmount } from "#shared/format/amount.ts";
import { letterTexts } from "../letter-texts.ts";
import type { RowFault } from "./owner-file.ts";

const texts = letterTexts.answers;

/** The answers of a debt collector: the debtor paid there, the collector gave the claim back, or nobody can pay it. */
export const ANSWERS = ["paid", "ceased", "unpayable"] as const;
export type Answer = (typeof ANSWERS)[number];

/** An answer in the file; `line` is the row's position, where the names of the columns are line 1. Money came with `paid` alone. */
export type AnswerRow = { line: number; case_number: string; answer: Answer; ore: number; day: string };
/** A file of answers, or the reason why it cannot be read as such. */
export type AnswerFile = { rows: AnswerRow[]; faults: RowFault[] } | { problem: string };

const MOST_ROWS = 5000;

const COLUMNS = {
  case_number: ["ärendenummer", "ärendenr", "ärende", "referens", "ert ärende", "er referens"],
  answer: ["svar", "status", "händelse", "utfall"],
  amount: ["belopp", "betalt", "betalt belopp", "inbetalt"],
  day: ["datum", "betalningsdag", "betaldag", "dag"],
} as const;
type Column = keyof typeof COLUMNS;

const WORDS: Readonly<Record<Answer, readonly string[]>> = {
  paid: ["betald", "betalt", "betalning", "delbetalning", "slutbetald", "slutbetalt", "inbetald", "inbetalt"],
  ceased: ["upphört", "nedlagt", "nedlagd", "avslutat", "avslutad", "återlämnat", "återkallat", "återtaget"],
  unpayable: ["obetalbart", "obetalbar", "saknar tillgångar", "utan tillgångar", "avskrivet", "avskriven"],
};

const normalised = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s._-]+/g, " ");
const columnOf = (name: string): Column | undefined =>
  (Object.keys(COLUMNS) as Column[]).find((column) =>
    (COLUMNS[column] as readonly string[]).includes(normalised(name)),
  );
const answerOf = (word: string): Answer | undefined =>
  ANSWERS.find((answer) => WORDS[answer].includes(normalised(word)));

/** The answers in a debt collector's table, and the problems of its other rows. `today` is the last day that money may have. */
export function answersOf(table: readonly (readonly string[])[], today: string): AnswerFile {
  const [head = [], ...body] = table;
  const columns = head.map(columnOf);
  const { problems } = texts;
  if (!columns.includes("case_number")) return { problem: problems.noKey };
  if (!columns.includes("answer")) return { problem: problems.noAnswer };
  const lines = body
    .map((cells, index) => ({ cells, line: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (lines.length === 0) return { problem: problems.empty };
  if (lines.length > MOST_ROWS) return { problem: problems.tooMany };
  const rows: AnswerRow[] = [];
  const faults: RowFault[] = [];
  for (const { cells, line } of lines) {
    const read = rowOf((column) => cells[columns.indexOf(column)]?.trim() ?? "", today);
    if (typeof read === "string") faults.push({ line, text: read });
    else rows.push({ line, ...read });
  }
  return { rows, faults };
}

/** A row, or the words of its fault. */
function rowOf(cellOf: (column: Column) => string, today: string): Omit<AnswerRow, "line"> | string {
  const { faults } = texts;
  const typed = cellOf("case_number").replaceAll(/\s/g, "");
  // Spreadsheets remove the zeros at the start of a number.
  const number = /^\d{5,7}$/.test(typed) ? typed.padStart(8, "0") : typed;
  if (!/^\d{8}$/.test(number)) return faults.number;
  const answer = answerOf(cellOf("answer"));
  if (answer === undefined) return faults.answer;
  if (answer !== "paid") return { case_number: number, answer, ore: 0, day: today };
  const kronor = parseAmount(cellOf("amount"));
  if (kronor === undefined || kronor <= 0 || kronor >= 1_000_000) return faults.amount;
  const day = cellOf("day").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  if (!isDay(day) || day > today) return faults.day;
  return { case_number: number, answer, ore: Math.round(kronor * 100), day };
}

const isDay = (day: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
