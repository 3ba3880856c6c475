import type { CheckOutcome } from "#contract/cases.ts";
import type { PlateCheck as PlateAnswer } from "#data/plate_checks/mutations.ts";
import { formatDateTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { spanText } from "#shared/format/spans.ts";
import { checkTexts } from "../check-texts.ts";

/** What an attendant reads at arm's length: the word, what stands beside it, and the quieter rest. */
export type AnswerWords = {
  word: string;
  beside: string;
  more: string;
  /** What was answered has changed since: it is asked anew. */
  isOver: boolean;
};

/**
 * An answer in words (document 4 §5) at the moment `now`, in milliseconds since 1970: what was valid may have ended since.
 */
export function answerWords(answer: PlateAnswer, now: number): AnswerWords {
  const { outcome, until, since, registered_at: registered } = answer;
  const changesAt = CHANGES[outcome] === null ? null : answer[CHANGES[outcome]];
  if (changesAt !== null && Date.parse(changesAt) <= now) {
    return { word: checkTexts.over, beside: "", more: checkTexts.heldUntil(shortTime(changesAt, now)), isOver: true };
  }
  const words = (beside = "", more = "") => ({ word: checkTexts.words[outcome], beside, more, isOver: false });
  const left = until === null ? "" : checkTexts.left(spanText(Date.parse(until) - now));
  if (outcome === "valid" || outcome === "permit") {
    const made = registered === null || outcome === "permit" ? "" : checkTexts.registered(shortTime(registered, now));
    const beside = until === null ? checkTexts.untilEnded : checkTexts.until(shortTime(until, now));
    return words(beside, [left, made].filter((part) => part !== "").join(", "));
  }
  if (outcome === "grace") return words("", left);
  if (since === null || outcome === "none") return words();
  return words(outcome === "not_yet" ? shortTime(since, now) : checkTexts.since(spanText(now - Date.parse(since))));
}

/** Which time of an answer ends it: a phone comes out of a pocket an hour later. */
const CHANGES = {
  valid: "until",
  permit: "until",
  grace: "until",
  not_yet: "since",
  expired: null,
  none: null,
} as const satisfies Record<CheckOutcome, "until" | "since" | null>;

/** The time alone where it is of today. */
export function shortTime(moment: string, now: number): string {
  const date = new Date(moment);
  return toDateValue(date) === toDateValue(new Date(now)) ? toTimeValue(date) : formatDateTime(date);
}
