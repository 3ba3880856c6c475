import { formatDateTime, formatLongDate, startOfDay } from "#shared/format/dates.ts";
import { timeZone } from "#shared/format/zone.ts";
import type { Language } from "#shared/ui/language.ts";

/** A day, or the day of a moment, in words of the page's language: "21 november 2026", "21 November 2026". */
export function longDay(value: string, lang: Language): string {
  if (lang === "sv") return formatLongDate(value);
  const date = startOfDay(value) ?? new Date(value);
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: timeZone() }).format(date);
}

/** A span of time without repetitions: "2026-11-21 09:30–09:42"; one moment when both are in the same minute. */
export function span(from: string, to: string, lang: Language): string {
  const [begins, ends] = [moment(from, lang), moment(to, lang)];
  if (begins === ends) return begins;
  const day = begins.slice(0, "2026-11-21 ".length);
  const isOneDay = ends.startsWith(day);
  // Days, and times with a word, have spaces around the dash; bare times have none.
  const dash = isOneDay && begins.length === "2026-11-21 09:30".length ? "–" : " – ";
  return begins + dash + (isOneDay ? ends.slice(day.length) : ends);
}

/** A moment in figures, in English without the Swedish word for one of two equal times (when clocks are set back). */
export const moment = (value: string, lang: Language): string =>
  lang === "sv" ? formatDateTime(value) : formatDateTime(value).slice(0, 16);
