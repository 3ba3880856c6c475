import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ActingPerson } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { definePersonMutation } from "#data/define-mutation.ts";
import { type LedgerScope, pagesOfRows } from "#data/ledger_months/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { toCsv, toCsvLines } from "#shared/format/csv.ts";
import { formatCount } from "#shared/format/money.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { Button } from "#shared/ui/button.tsx";
import { ledgerTexts } from "./ledger-texts.ts";
import { ROW_COLUMNS, rowCells } from "./rules/row-cells.ts";

const texts = ledgerTexts.rows;

type Export = {
  project: string;
  scopes: readonly LedgerScope[];
  of: string;
  signal: AbortSignal;
  onScope: (done: number) => void;
};

/** Saves all rows of the scopes as one file, after the database has noted the admin. Half a file is never saved; undefined: it was stopped. */
async function saveRows(
  acting: ActingPerson,
  { project, scopes, of, signal, onScope }: Export,
): Promise<number | undefined> {
  await recordAccess(acting, { access: "export", subject: "ledger_months", project, details: { file: "rows", of } });
  const parts = [toCsv([ROW_COLUMNS])];
  let count = 0;
  for (const [place, scope] of scopes.entries()) {
    onScope(place);
    // One day after the other: the file has their order.
    // oxlint-disable-next-line no-await-in-loop
    for await (const rows of pagesOfRows(acting, project, scope)) {
      if (signal.aborted) return undefined;
      parts.push(toCsvLines(rows.flatMap((row) => rowCells(row, project))));
      count += rows.length;
    }
  }
  saveFile(new Blob(parts, { type: "text/csv;charset=utf-8" }), texts.fileName(project, of));
  return count;
}

const useSaving = defineAction<Export, number | undefined>({
  mutation: definePersonMutation(saveRows),
  done: (count) => (count === undefined ? undefined : texts.done(formatCount(count))),
  failed: () => texts.failed,
});

type ExportProps = { project: string; scopes: readonly LedgerScope[]; of: string };

/** The button that saves the rows of scopes as a file, with the days that are done while it runs. Leaving the screen stops it. */
export function RowsExport({ project, scopes, of }: ExportProps) {
  const saving = useSaving();
  const [done, setDone] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function handlePress() {
    const controller = new AbortController();
    running.current = controller;
    void saving.run({ project, scopes, of, signal: controller.signal, onScope: setDone });
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button pending={saving.isPending()} onClick={handlePress}>
        <Download aria-hidden="true" />
        {texts.save}
      </Button>
      {saving.isPending() && scopes.length > 1 && (
        <span className="tabular-nums">{texts.progress(formatCount(done), formatCount(scopes.length))}</span>
      )}
    </div>
  );
}
