import type { Entry } from "./entries.ts";

type Row = Entry & { id: string };

/** The plate and case number of a queue entry, as far as the queue itself knows them. */
export function aboutOf(row: Row, rows: readonly Row[]): { plate: string | undefined; number: string | undefined } {
  if (row.kind === "check") return { plate: row.payload.plate, number: undefined };
  if (row.kind === "fine") return { plate: row.payload.fine.plate, number: row.payload.fine.case_number };
  if (row.kind === "shift" || row.kind === "stamp") return { plate: undefined, number: undefined };
  const { fineId } = row.payload;
  const fine = rows.find((other) => other.kind === "fine" && other.id === fineId);
  return fine === undefined ? { plate: undefined, number: undefined } : aboutOf(fine, rows);
}
