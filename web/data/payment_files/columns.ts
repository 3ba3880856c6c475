/** The meaning of the columns in a bank's table, as a person chose them. They are stored with the booked file. */
import type { Json } from "../database.gen.ts";

/** Positions count from 0; -1 means that the file lacks the column. */
export type BankColumns = {
  /** The names of all columns, which identify the layout; empty when the file has no row of names. */
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

/** The stored columns, or undefined when they cannot be read. */
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
