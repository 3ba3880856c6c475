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
  const left = until === null ? undefined : checkTexts.left(spanText(Date.parse(until) - now));
  const more = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(", ");
  const word = checkTexts.words[outcome];
  switch (outcome) {
    case "valid":
    case "permit":
      return {
        word,
        beside: until === null ? checkTexts.untilEnded : checkTexts.until(shortTime(until, now)),
        more: more(left, registered === null ? undefined : checkTexts.registered(shortTime(registered, now))),
      };
    case "not_yet":
      return { word, beside: since === null ? "" : shortTime(since, now), more: "" };
    case "grace":
      return { word, beside: left ?? "", more: "" };
    case "expired":
      return { word, beside: since === null ? "" : checkTexts.since(spanText(now - Date.parse(since))), more: "" };
    case "none":
      return { word, beside: "", more: "" };
  }
}

/** The time alone where it is of today. */
export function shortTime(moment: string, now: number): string {
  const date = new Date(moment);
  return toDateValue(date) === toDateValue(new Date(now)) ? toTimeValue(date) : formatDateTime(date);
}
