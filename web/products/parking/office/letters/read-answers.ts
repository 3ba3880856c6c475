import type { ActingPerson } from "#data/acting.ts";
import { definePersonMutation } from "#data/define-mutation.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { type EachEvent, type EventResult, matchOwners, useRecordEach } from "#data/fines/letters.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { readTable } from "#shared/csv/read-delimited.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { sha256 } from "#shared/sha256.ts";
import { letterTexts } from "./letter-texts.ts";
import { type Answer, type AnswerRow, answersOf } from "./rules/answer-file.ts";
import type { RowFault } from "./rules/owner-file.ts";
import { recordedOf } from "./steps/use-many-events.ts";

const texts = letterTexts.answers;

const MOST_BYTES = 5_000_000;

type Asked = { file: File; project: string };

/** The preview of a file of answers: each row with the event that records it, and the rows that are left out. */
export type AnswerPreview = { placed: (AnswerRow & { event: EachEvent })[]; faults: RowFault[] };

const KINDS = { paid: "payment", ceased: "recalled", unpayable: "written_off" } as const satisfies Record<
  Answer,
  string
>;

/** Reads a file of answers and finds the cases of its rows; nothing is written. @throws DataError */
async function readAnswers(
  acting: ActingPerson,
  { file, project }: Asked,
): Promise<AnswerPreview | { problem: string }> {
  const table = await readTable(file, MOST_BYTES);
  if (typeof table === "string") return { problem: letterTexts.owners.problems[table] };
  const read = answersOf(table, toDateValue(new Date()));
  if ("problem" in read) return read;
  const keys = read.rows.map(({ case_number }) => ({ case_number, plate: "" }));
  const matches = read.rows.length === 0 ? [] : await matchOwners(acting, project, keys);
  const preview: AnswerPreview = { placed: [], faults: [...read.faults] };
  const seen = new Map<string, number>();
  for (const [at, row] of read.rows.entries()) {
    const { fine_id: fineId, status } = matches[at] ?? { fine_id: null, status: null };
    if (fineId === null) preview.faults.push({ line: row.line, text: letterTexts.owners.states.unknown });
    else if (row.answer !== "paid" && status !== "collection")
      preview.faults.push({ line: row.line, text: texts.faults.notThere });
    else {
      const fact = [fineId, row.answer, row.answer === "paid" ? `${row.ore} ${row.day}` : ""].join(" ");
      const nth = (seen.get(fact) ?? 0) + 1;
      seen.set(fact, nth);
      // oxlint-disable-next-line no-await-in-loop -- a digest takes no time
      preview.placed.push({ ...row, event: eventOf(row, fineId, await keyOf(`${fact} ${nth}`)) });
    }
  }
  preview.faults.sort((one, other) => one.line - other.line);
  return preview;
}

/** A key that follows from the answer, so that a file that is read again records nothing twice. */
async function keyOf(text: string): Promise<string> {
  const digest = await sha256(new Blob([`collection ${text}`]));
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const eventOf = ({ answer, ore, day, case_number }: AnswerRow, fineId: string, eventId: string): EachEvent => ({
  fineId,
  eventId,
  caseNumber: case_number,
  kind: KINDS[answer],
  ...(answer === "paid"
    ? { data: { amount_ore: String(ore), value_date: day, method: "collection" } }
    : { note: texts.notes[answer] }),
});

/** The preview of a file of answers, or the problem of the file. */
export const useReadAnswers = defineAction<Asked, AnswerPreview | { problem: string }>({
  mutation: definePersonMutation(readAnswers),
  done: () => undefined,
  failed: () => letterTexts.owners.matchFailed,
});

/** Records the answers of a file, each for itself. */
export const useRecordAnswers = defineAction<readonly EachEvent[], EventResult[]>({
  mutation: useRecordEach,
  done: (results) => {
    const { length } = recordedOf(results);
    return length === 0 ? undefined : texts.done(length);
  },
  failed: (error) => (isCaseRefusal(error) ? { text: texts.failed, description: error.message } : texts.failed),
});
