import type { ActingPerson } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { definePersonMutation } from "#data/define-mutation.ts";
import { listSentCases, type SentCase, type SentScope } from "#data/fines/letters.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { toCsv } from "#shared/format/csv.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { letterTexts } from "../letter-texts.ts";

type Saved = SentScope & {
  table: (cases: readonly SentCase[]) => string[][];
  fileName: (day: string) => string;
};

/** Saves sent cases as a file. A repeated export is noted here; the first one was noted with the events. */
async function saveSent(acting: ActingPerson, { table, fileName, ...scope }: Saved): Promise<number> {
  const { cases } = await listSentCases(acting, scope);
  if (cases.length === 0) return 0;
  if ("day" in scope.sent) {
    const details = {
      kind: scope.step,
      day: scope.sent.day,
      case_number: cases.map((fine) => fine.case_number).slice(0, 300),
    };
    await recordAccess(acting, { access: "export", subject: "fines", project: scope.project, details });
  }
  const day = "day" in scope.sent ? scope.sent.day : toDateValue(new Date());
  saveFile(new Blob([toCsv(table(cases))], { type: "text/csv;charset=utf-8" }), fileName(day));
  return cases.length;
}

/** Saves exported or handed-over cases as a file, as they were then. */
export const useSavedCases = defineAction<Saved, number>({
  mutation: definePersonMutation(saveSent),
  done: (count) => (count === 0 ? letterTexts.sent.none : letterTexts.sent.saved),
  failed: () => letterTexts.sent.failed,
});
