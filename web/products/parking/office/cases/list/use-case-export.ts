import { useEffect, useRef, useState } from "react";
import type { Acting } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { defineMutation } from "#data/define-mutation.ts";
import { countCases, pagesOfCases } from "#data/fines/export.ts";
import type { CaseScope } from "#data/fines/lists.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { toCsv, toCsvLines } from "#shared/format/csv.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { formatCount } from "#shared/format/money.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { exportTexts as texts } from "./case-export-texts.ts";
import { CASE_COLUMNS, caseCells } from "../rules/case-csv.ts";

/** The progress of an export; `all` is undefined while it is unknown. */
export type ExportProgress = { done: number; all: number | undefined };
type Export = { scope: CaseScope; signal: AbortSignal; onProgress: (progress: ExportProgress) => void };
type Exported = { outcome: "saved"; count: number } | { outcome: "stopped" };

/** Saves the cases of a list, search and filter as a file, after the database has noted the admin. Half a file is never saved. */
async function saveCases(acting: Acting, { scope, signal, onProgress }: Export): Promise<Exported> {
  try {
    onProgress({ done: 0, all: undefined });
    await noteExport(acting, scope);
    const all = await countCases(acting, scope, signal);
    // The browser keeps the parts of a Blob outside the page's memory.
    const parts = [new Blob([toCsv([CASE_COLUMNS])])];
    let done = 0;
    for await (const page of pagesOfCases(acting, scope, signal)) {
      parts.push(new Blob([toCsvLines(page.map(caseCells))]));
      done += page.length;
      onProgress({ done, all: Math.max(all, done) });
    }
    if (signal.aborted) return { outcome: "stopped" };
    const file = new Blob(parts, { type: "text/csv;charset=utf-8" });
    saveFile(file, texts.fileName(scope.project, toDateValue(new Date())));
    return { outcome: "saved", count: done };
  } catch (error) {
    if (signal.aborted) return { outcome: "stopped" };
    throw error;
  }
}

/** The search is left out of the note: a plate would stay in the trail after its case is erased. */
async function noteExport(acting: Acting, { project, list, filter }: CaseScope): Promise<void> {
  const asked = Object.entries({ list, ...filter }).filter(([, value]) => value !== "");
  await recordAccess(acting, { access: "export", subject: "fines", project, details: Object.fromEntries(asked) });
}

const useSaving = defineAction<Export, Exported>({
  mutation: defineMutation(saveCases),
  done: (result) => {
    if (result.outcome === "stopped") return { text: texts.stopped, kind: "info" };
    return texts.done(formatCount(result.count));
  },
  failed: () => texts.failed,
});

/** Starts and stops an export; `progress` while it runs. Leaving the screen stops it. */
export function useCaseExport() {
  const saving = useSaving();
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(scope: CaseScope) {
    const controller = new AbortController();
    running.current = controller;
    await saving.run({ scope, signal: controller.signal, onProgress: setProgress });
    setProgress(undefined);
  }

  return { start, stop: () => running.current?.abort(), progress };
}
