import { useRef, useState } from "react";
import { type Acting, useActing } from "#data/acting.ts";
import { platesWithPermit } from "#data/permits/import.ts";
import { loadCode } from "#shared/feedback/load-code.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { importTexts as texts } from "./import-texts.ts";
import { keysOf, readPermits, sortPermits, unreadColumns } from "./rules/imported-permits.ts";

const MOST_BYTES = 500_000;
const loadReader = loadCode(() => import("#shared/csv/read-delimited.ts"));

/** The rows of a file, sorted by their result. */
export type SortedPermits = ReturnType<typeof sortPermits>;
type PermitFile =
  | { state: "none" }
  | { state: "reading"; file: File }
  | { state: "refused"; file: File; text: string }
  | { state: "read"; file: File; rows: SortedPermits; unread: readonly string[]; idOf: (row: number) => string };

const { refusals } = texts;

/** Reads a chosen file of permits: its rows, sorted by their result, or the reason why it cannot be read. The latest choice counts. */
export function usePermitFile(project: string) {
  const [file, setFile] = useState<PermitFile>({ state: "none" });
  const acting = useActing();
  const latest = useRef<File>(undefined);

  async function read(chosen: File | undefined) {
    latest.current = chosen;
    if (chosen === undefined) return setFile({ state: "none" });
    setFile({ state: "reading", file: chosen });
    const result = await readFile(acting, project, chosen);
    if (latest.current === chosen) setFile(result);
    return undefined;
  }

  return { file, read };
}

async function readFile(acting: Acting, project: string, file: File): Promise<PermitFile> {
  const refused = (text: string) => ({ state: "refused", file, text }) as const;
  let rows: ReturnType<typeof readPermits>;
  let unread: readonly string[];
  try {
    const table = await (await loadReader()).readTable(file, MOST_BYTES);
    if (typeof table === "string") return refused(refusals[table]);
    rows = readPermits(table, toDateValue(new Date()));
    unread = unreadColumns(table);
  } catch {
    return refused(refusals.unreadable);
  }
  if (typeof rows === "string") return refused(rows);
  try {
    return {
      state: "read",
      file,
      rows: sortPermits(rows, await platesWithPermit(acting, project, keysOf(rows))),
      unread,
      idOf: keysByRow(),
    };
  } catch {
    return refused(texts.lookFailed);
  }
}

/** The key of each row, the same however often the rows are sent. */
function keysByRow(): (row: number) => string {
  const keys = new Map<number, string>();
  return (row) => {
    const key = keys.get(row) ?? randomKey();
    keys.set(row, key);
    return key;
  };
}
