import type { Acting } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { defineMutation } from "#data/define-mutation.ts";
import type { Period } from "#data/site_overview/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { toCsv } from "#shared/format/csv.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { fileRows } from "./rules/cells.ts";
import type { StatisticsTable } from "./rules/tables.ts";
import { statisticsTexts } from "./statistics-texts.ts";

const texts = statisticsTexts.export;

type Export = { table: StatisticsTable; project: string; period: Period };

/** Saves a table as a file, after the database has noted the admin. */
async function saveTable(acting: Acting, { table, project, period: { first, last } }: Export): Promise<void> {
  const details = { statistics: table.key, first, last };
  await recordAccess(acting, { access: "export", subject: "fines", project, details });
  const file = new Blob([toCsv(fileRows(table))], { type: "text/csv;charset=utf-8" });
  saveFile(file, texts.fileName(project, table.key, first, last));
}

/** Exports a table of the statistics. */
export const useStatisticsExport = defineAction<Export, void>({
  mutation: defineMutation(saveTable),
  done: (_saved, { table }) => texts.done(table.title),
  failed: () => texts.failed,
});
