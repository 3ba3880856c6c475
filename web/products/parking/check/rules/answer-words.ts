import type { PlateCheck as PlateAnswer } from "#data/plate_checks/mutations.ts";
import { formatDateTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { spanText } from "#shared/format/spans.ts";
import { checkTexts } from "../check-texts.ts";

/** What an attendant reads at arm's length: the word, what stands beside it, and the quieter rest. */
export type AnswerWords = { word: string; beside: string; more: string };

/**
 * An answer in words (document 4 §5) at the moment `now`, in milliseconds since 1970: what was valid may have ended since.
 */
export function answerWords(answer: PlateAnswer, now: number): AnswerWords {
  const { outcome, until, since, registered_at: registered } = answer;
  const word = checkTexts.words[outcome];
  const left = until === null ? "" : checkTexts.left(spanText(Date.parse(until) - now));
  if (outcome === "valid" || outcome === "permit") {
    const made = registered === null || outcome === "permit" ? "" : checkTexts.registered(shortTime(registered, now));
    const beside = until === null ? checkTexts.untilEnded : checkTexts.until(shortTime(until, now));
    return { word, beside, more: [left, made].filter((part) => part !== "").join(", ") };
  }
  if (outcome === "grace") return { word, beside: left, more: "" };
  if (since === null || outcome === "none") return { word, beside: "", more: "" };
  const beside = outcome === "not_yet" ? shortTime(since, now) : checkTexts.since(spanText(now - Date.parse(since)));
  return { word, beside, more: "" };
}

/** The time alone where it is of today. */
export function shortTime(moment: string, now: number): string {
  const date = new Date(moment);
  return toDateValue(date) === toDateValue(new Date(now)) ? toTimeValue(date) : formatDateTime(date);
}
