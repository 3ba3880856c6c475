import type { SaleMark } from "#data/sale_events/queries.ts";

/** What the latest events of a sale say. */
export type SaleMarks = {
  /** When the last contract was signed; undefined without one. */
  signedAt: string | undefined;
  /** For whom a list was printed since the assignment ended. */
  printedFor: ReadonlySet<string>;
};

/** Reads the events of a sale, newest first. */
export function readMarks(marks: readonly SaleMark[]): SaleMarks {
  const ended = marks.findIndex(({ kind }) => kind === "assignment_ended");
  const since = ended === -1 ? [] : marks.slice(0, ended);
  const printed = since.filter(({ kind }) => kind === "list_printed");
  return {
    signedAt: marks.find(({ kind }) => kind === "contract_signed")?.at,
    printedFor: new Set(printed.map(({ data }) => String((data as { purpose?: string }).purpose))),
  };
}
