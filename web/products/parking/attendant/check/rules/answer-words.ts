import type { CheckOutcome } from "#contract/cases.ts";
import type { PlateCheck as PlateAnswer } from "#data/plate_checks/mutations.ts";
import { formatDateTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { spanText } from "#shared/format/spans.ts";
import { checkTexts } from "../check-texts.ts";

/** The words of an answer, readable at arm's length: the main word, the words beside it, and the smaller rest. */
export type AnswerWords = {
  word: string;
  beside: string;
  more: string;
  /** Whether the answer is outdated, so that the check is repeated. */
  isOver: boolean;
};

/** An answer in words (document 4 §5) at the moment `now`, in milliseconds since 1970. A right that was valid may have ended since. */
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

/** The time that ends each answer; the phone may come out of a pocket an hour later. */
const CHANGES = {
  valid: "until",
  permit: "until",
  grace: "until",
  not_yet: "since",
  expired: null,
  none: null,
} as const satisfies Record<CheckOutcome, "until" | "since" | null>;

/** A moment as a time, with its day unless it is today. */
export function shortTime(moment: string, now: number): string {
  const date = new Date(moment);
  return toDateValue(date) === toDateValue(new Date(now)) ? toTimeValue(date) : formatDateTime(date);
}
