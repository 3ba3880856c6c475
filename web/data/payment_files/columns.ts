/** Which columns of a bank's table mean what, as somebody chose them; kept with the file that was booked by them. */
import type { Json } from "../database.gen.ts";

/** Places count from 0; -1 is a column that the file has not. */
export type BankColumns = {
  /** The names of all columns, which tell the layout; none where the file has no such row. */
  headers: string[];
  date: number;
  amount: number;
  reference: number[];
  payer: number;
  key: number;
};

/** Whether two tables have the same columns. */
export const sameHeaders = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, at) => name === other[at]);

/** What the table keeps as columns, where it can be read. */
export function toBankColumns(kept: Json): BankColumns | undefined {
  if (kept === null || typeof kept !== "object" || Array.isArray(kept)) return undefined;
  const { headers, date, amount, reference, payer, key } = kept;
  const isRead =
    isListOf(headers, "string") &&
    isListOf(reference, "number") &&
    [date, amount, payer, key].every((place) => typeof place === "number");
  return isRead ? ({ headers, date, amount, reference, payer, key } as BankColumns) : undefined;
}

const isListOf = (value: Json | undefined, type: "string" | "number"): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === type);
