import type { PlateCheck as PlateAnswer } from "#data/plate_checks/mutations.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { checkTexts } from "../check-texts.ts";
import { shortTime } from "./answer-words.ts";

export type PastEvent = { id: string; kind: "fine" | "parking" | "check"; at: string; text: string };

/** The plate's past events at this site, as one timeline, newest first (document 4 §5). */
export function historyOf({ fines, parkings, checks }: PlateAnswer): PastEvent[] {
  const events: PastEvent[] = [
    ...fines.map(({ id, case_number: number, violation_text: violation, issued_at: at }) => ({
      id,
      kind: "fine" as const,
      at,
      text: checkTexts.fine(number, violation),
    })),
    ...parkings.map(({ id, start_time: start, end_time: end, street }) => ({
      id,
      kind: "parking" as const,
      at: start,
      text: checkTexts.parking(`${formatDateTime(start)} – ${shortTime(end, Date.parse(start))}`, street),
    })),
    ...checks.map(({ id, outcome, checked_at: at }) => ({
      id,
      kind: "check" as const,
      at,
      text: checkTexts.check(checkTexts.words[outcome]),
    })),
  ];
  return events.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
