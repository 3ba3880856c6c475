import type { Acting } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { listTrailForExport, type TrailFilter } from "#data/audit_trail/queries.ts";
import { defineMutation } from "#data/define-mutation.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { toCsv } from "#shared/format/csv.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { trailTable } from "../rules/trail-csv.ts";
import { texts } from "../texts.ts";

/** The most rows of an export; no spreadsheet is useful beyond that. */
const MOST_ROWS = 20_000;

/** Saves the rows that match the filter as a file, after the database has noted who exports them. Returns the number of rows. */
async function saveTrail(acting: Acting, filter: TrailFilter): Promise<number> {
  // The project is left out here: it has its own column in the trail.
  const { project, subject: table, ...others } = filter;
  const asked = Object.entries({ table, ...others }).filter(([, value]) => value !== "");
  await recordAccess(acting, {
    access: "export",
    subject: "audit_trail",
    details: Object.fromEntries(asked),
    ...(project === "" ? {} : { project }),
  });
  const entries = await listTrailForExport(acting, filter, MOST_ROWS);
  saveFile(
    new Blob([toCsv(trailTable(entries))], { type: "text/csv;charset=utf-8" }),
    `handelser-${toDateValue(new Date())}.csv`,
  );
  return entries.length;
}

export const useTrailExport = defineAction<TrailFilter, number>({
  mutation: defineMutation(saveTrail),
  done: (count) => (count < MOST_ROWS ? texts.export.done(count) : texts.export.capped(count)),
  failed: () => texts.export.failed,
});
