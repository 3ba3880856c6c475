import type { Acting } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { defineMutation } from "#data/define-mutation.ts";
import type { SiteLedger } from "#data/ledger_months/queries.ts";
import type { Period } from "#data/site_overview/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { ledgerTexts } from "./ledger-texts.ts";
import { ledgerFiles } from "./rules/ledger-files.ts";

const texts = ledgerTexts.export;

type Export = { ledger: SiteLedger; project: string; period: Period; file: "sie" | "csv" };

/** Saves a period of the books as a file, after the database has noted the admin. */
async function saveBooks(acting: Acting, { ledger, project, period, file }: Export): Promise<void> {
  const { first, last } = period;
  await recordAccess(acting, { access: "export", subject: "ledger_months", project, details: { file, first, last } });
  const { sie, csv } = ledgerFiles(ledger, period);
  const [content, ending] = file === "sie" ? ([sie, "se"] as const) : ([csv, "csv"] as const);
  saveFile(new Blob([content]), texts.fileName(project, first, last, ending));
}

/** Exports a period of the books. */
export const useLedgerExport = defineAction<Export, void>({
  mutation: defineMutation(saveBooks),
  thing: ({ file }) => file,
  done: () => texts.done,
  failed: () => texts.failed,
});
