import type { Break, WorkTurn } from "#data/work_turns/queries.ts";
import { addDays, formatDateTime, toDateValue } from "#shared/format/dates.ts";
import { spanText } from "#shared/format/spans.ts";
import { timesOf } from "#shared/format/times-of.ts";
import type { Language } from "#shared/ui/language.ts";

/** The times of a turn as a clock shows them. */
export type TurnSpan = Pick<WorkTurn, "started_at" | "ended_at"> & { breaks: Break[] };

const MINUTE_MS = 60_000;

/** The worked milliseconds of a turn until now or its end, less its breaks. */
export function workedMs({ started_at: start, ended_at: end, breaks }: TurnSpan, now: number): number {
  const until = end === null ? now : Date.parse(end);
  const pauses = breaks.map((pause) => {
    const stop = pause.ended_at === null ? until : Math.min(Date.parse(pause.ended_at), until);
    return Math.max(0, stop - Date.parse(pause.started_at));
  });
  return Math.max(0, until - Date.parse(start) - pauses.reduce((sum, one) => sum + one, 0));
}

/** A length in minutes that are over. */
export const wholeMinutes = (ms: number): string => spanText(Math.floor(Math.max(0, ms) / MINUTE_MS) * MINUTE_MS);

/** The start and end of a turn. History keeps no nulls: an end that was not there is missing in it. */
type Times = { started_at: string; ended_at?: string | null };

/** The times of a turn on one line: `2026-11-27 07:00–15:00`. */
export function timesText({ started_at: start, ended_at: end }: Times): string {
  const begun = new Date(start);
  return end === null || end === undefined
    ? `${formatDateTime(begun)}–`
    : `${toDateValue(begun)} ${timesOf(begun, new Date(end))}`;
}

/** Hours with two decimals, and the decimal sign of a page's language. */
export const decimalHours = (hours: number, lang: Language): string =>
  lang === "en" ? hours.toFixed(2) : hours.toFixed(2).replace(".", ",");

/** Hours with their unit: `7,50 h`. */
export const hoursText = (hours: number, lang: Language): string => `${decimalHours(hours, lang)} h`;

/** Whether a turn began before the days in which its person corrects it. */
export const isPastCorrection = (
  { started_at: start }: Pick<TurnSpan, "started_at">,
  days: number,
  now: number,
): boolean => toDateValue(new Date(start)) < addDays(toDateValue(new Date(now)), -days);

/** The milliseconds of breaks that are over. */
export const pausesMs = ({ breaks }: TurnSpan): number =>
  breaks.reduce(
    (sum, { started_at: start, ended_at: end }) => sum + (end === null ? 0 : Date.parse(end) - Date.parse(start)),
    0,
  );

/** The tone of a turn's state. */
export const TURN_TONES = {
  running: "brand",
  waiting: "warning",
  approved: "success",
  rejected: "danger",
} as const satisfies Record<WorkTurn["status"], string>;
