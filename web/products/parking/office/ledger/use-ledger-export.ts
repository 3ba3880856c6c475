import type { Acting } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { defineMutation } from "#data/define-mutation.ts";
import type { SiteLedger } from "#data/ledger_months/queries.ts";
import type { Period } from "#data/site_overview/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { ledgerTexts } from "./ledger-texts.ts";
import { isWhollyClosed, ledgerFiles } from "./rules/ledger-files.ts";

const texts = ledgerTexts.export;

type Export = { ledger: SiteLedger; project: string; period: Period; file: "sie" | "csv" };

/** Saves a period of the books as a file, after the database has noted the admin. */
async function saveBooks(acting: Acting, { ledger, project, period, file }: Export): Promise<void> {
  const { first, last } = period;
  await recordAccess(acting, { access: "export", subject: "ledger_months", project, details: { file, first, last } });
  const { sie, csv } = ledgerFiles(ledger, period);
  // A file of verifications alone, for a bookkeeping program to read in, ends with .si (SIE-gruppen, type 4I).
  const [content, ending] = file === "sie" ? ([sie, "si"] as const) : ([csv, "csv"] as const);
  const isClosed = isWhollyClosed(ledger.closed_until, last);
  saveFile(new Blob([content]), texts.fileName(project, period, isClosed, ending));
}

/** Exports a period of the books. */
export const useLedgerExport = defineAction<Export, void>({
  mutation: defineMutation(saveBooks),
  thing: ({ file }) => file,
  done: () => texts.done,
  failed: () => texts.failed,
});
