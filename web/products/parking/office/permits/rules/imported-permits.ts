/** The rows of a file as permits, each with its problem in words. Pure functions. */
import { plateKey } from "#contract/plate.ts";
import type { NewPermit } from "#data/permits/mutations.ts";
import { parseDateValue } from "#shared/format/dates.ts";
import { formatCount } from "#shared/format/money.ts";
import { safeParse } from "valibot";
import { importTexts as texts } from "../import-texts.ts";
import { permitSchema } from "./permit-schema.ts";

const { faults, refusals } = texts;

/** The columns of a file without a row of names, in their order. */
const COLUMNS = ["plate", "holder", "note", "attendant_note", "valid_from", "valid_until"] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Record<Column, string>;

/** The names of a column in files, in small letters. */
const NAMES: Record<Column, readonly string[]> = {
  plate: ["registreringsnummer", "regnummer", "regnr", "reg.nr", "nummer", "plate"],
  holder: ["innehavare", "namn", "holder"],
  note: ["anteckning", "note"],
  attendant_note: ["till vakterna", "vakterna", "attendant_note", "attendant note"],
  valid_from: ["giltigt från", "gäller från", "från", "from", "valid_from"],
  valid_until: [
    "giltigt till och med",
    "giltigt till",
    "gäller till och med",
    "gäller till",
    "till",
    "till och med",
    "until",
    "to",
    "valid_until",
  ],
};

/** The longest texts, as the table checks them. */
const LONGEST = { plate: 50, holder: 200, note: 2000, attendant_note: 500 } as const;
/** The most rows that the database accepts in one call. */
const MOST_ROWS = 1000;

/** The values of a permit, without its site and creator. */
export type ImportedPermit = Omit<NewPermit, "id" | "project_id" | "created_by">;
export type ImportedRow = { row: number; plate: string; valid_from: string; valid_until: string } & (
  | { fault: string }
  | { permit: ImportedPermit; key: string }
);

/** The rows of a table, or the reason why none is read. `today` is the first day of a permit without one. */
export function readPermits(table: readonly (readonly string[])[], today: string): ImportedRow[] | string {
  const filled = table
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const named = columnsOf(filled[0]?.cells ?? []);
  const rows = named === undefined ? filled : filled.slice(1);
  if (rows.length === 0) return refusals.empty;
  if (rows.length > MOST_ROWS) return refusals.tooMany(formatCount(rows.length));
  return rows.map(({ row, cells }) => ({ row, ...readRow(cells, named ?? COLUMNS, today) }));
}

/** The names of unread columns, as in the file; empty when it has no row of names. */
export function unreadColumns(table: readonly (readonly string[])[]): string[] {
  const names = table.find((cells) => cells.some((cell) => cell.trim() !== "")) ?? [];
  const columns = columnsOf(names);
  return names.flatMap((name, place) =>
    columns !== undefined && columns[place] === undefined && name.trim() !== "" ? [name.trim()] : [],
  );
}

/** The column of each cell in the row of names; undefined when the row names no plate, because it is a permit then. */
function columnsOf(names: readonly string[]): (Column | undefined)[] | undefined {
  const columns = names.map((name) => COLUMNS.find((column) => NAMES[column].includes(name.trim().toLowerCase())));
  return columns.includes("plate") ? columns : undefined;
}

type Read = { plate: string; valid_from: string; valid_until: string } & (
  | { fault: string }
  | { permit: ImportedPermit; key: string }
);

function readRow(row: readonly string[], columns: readonly (Column | undefined)[], today: string): Read {
  const cells: Cells = { plate: "", holder: "", note: "", attendant_note: "", valid_from: "", valid_until: "" };
  for (const [place, column] of columns.entries()) if (column !== undefined) cells[column] = (row[place] ?? "").trim();
  const valid_from = cells.valid_from || today;
  const { valid_until } = cells;
  const shown = { plate: cells.plate.toUpperCase(), valid_from, valid_until };
  const fault = row.slice(columns.length).some((cell) => cell.trim() !== "")
    ? faults.tooManyCells
    : faultOf(cells, today);
  if (fault !== undefined) return { ...shown, fault };
  const parsed = safeParse(permitSchema, { ...cells, valid_from });
  if (!parsed.success)
    return { ...shown, fault: valid_until < valid_from ? faults.wrongEnd : parsed.issues[0].message };
  return { ...shown, permit: parsed.output, key: plateKey(cells.plate) };
}

/**
 * The problem of a row: values that the database would refuse, or that nobody means. The control characters are those that PostgreSQL or a
 * notice cannot hold.
 */
function faultOf(cells: Cells, today: string): string | undefined {
  if (plateKey(cells.plate) === "") return faults.noPlate;
  // oxlint-disable-next-line no-control-regex
  if (Object.values(cells).some((cell) => /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFD]/.test(cell)))
    return faults.strange;
  for (const [column, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][])
    if (cells[column].length > most) return faults.tooLong(texts.columns[column], formatCount(most));
  for (const column of ["valid_from", "valid_until"] as const)
    if (cells[column] !== "" && !isDay(cells[column]))
      return faults.notDay(texts.columns[column], cells[column].slice(0, 30));
  return cells.valid_until !== "" && cells.valid_until < today ? faults.over : undefined;
}

/** A day in a plausible year. */
const isDay = (text: string): boolean => /^(19|20|21)\d\d-/.test(text) && parseDateValue(text) !== undefined;

/**
 * Sorts rows by their result. A car with a valid permit, or one that stands earlier in the file, is a duplicate: it is shown, and left out
 * unless the person wants it.
 */
export function sortPermits(rows: readonly ImportedRow[], inForce: ReadonlySet<string>) {
  const wrong: (ImportedRow & { fault: string })[] = [];
  const double: (ImportedRow & { permit: ImportedPermit; why: string })[] = [];
  const right: (ImportedRow & { permit: ImportedPermit })[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    if ("fault" in row) wrong.push(row);
    else {
      const before = seen.get(row.key);
      if (inForce.has(row.key)) double.push({ ...row, why: texts.doubles.inForce });
      else if (before !== undefined) double.push({ ...row, why: texts.doubles.inFile(before) });
      else right.push(row);
      if (before === undefined) seen.set(row.key, row.row);
    }
  }
  return { wrong, double, right };
}

/** The plate keys of the readable rows, each once. */
export const keysOf = (rows: readonly ImportedRow[]): string[] => [
  ...new Set(rows.flatMap((row) => ("key" in row ? [row.key] : []))),
];
