import { DEFAULT_PARKING_MS } from "#contract/limits.ts";
import { asEnd } from "#shared/form/span-length.ts";
import type { TypedSpan } from "#shared/form/time-span.ts";
import {
  addDays,
  combineDateAndTime,
  formatLongDate,
  parseTime,
  toDateValue,
  toTimeValue,
} from "#shared/format/dates.ts";

const MINUTE_MS = 60_000;
const DEFAULT_MINUTES = DEFAULT_PARKING_MS / MINUTE_MS;
/** An end before the start means the next day, if the parking is then no longer than this. */
const OVER_MIDNIGHT_MINUTES = 12 * 60;
/** Minutes after which a passed start is asked about, if it passed while the form was open. */
const PAST_START_MINUTES = 15;

/** The times that the person set; the others follow the clock. */
export type SetTimes = {
  start: boolean;
  end: boolean;
  /** Whether the day of the end was chosen; otherwise it follows from the two times. */
  endDay: boolean;
  /** The parking's length in minutes, while the end is not set. */
  minutes: number;
  /** Whether the length was chosen. A chosen length counts from the start; the default one counts from now when the start is past. */
  isLength: boolean;
  /** The moment when the start was set, in milliseconds since 1970; 0 when it comes from an earlier visit. */
  startSetAt: number;
};

/** The set times of a form that starts with `initial`; `empty` has the times that nobody set. */
export const timesOf = (initial: TypedSpan, empty: TypedSpan): SetTimes => ({
  start: initial.start_date !== empty.start_date || initial.start_time !== empty.start_time,
  end: initial.end_date !== empty.end_date || initial.end_time !== empty.end_time,
  endDay: initial.end_date !== empty.end_date,
  minutes: DEFAULT_MINUTES,
  isLength: false,
  startSetAt: 0,
});

const startOf = (span: TypedSpan) => combineDateAndTime(span.start_date, span.start_time);
const endOf = (span: TypedSpan) => combineDateAndTime(span.end_date, span.end_time);

/**
 * The typed span, with unset times updated by the clock: the start is now, the end follows by the length, and the day of a typed end
 * follows its time.
 * @param now milliseconds since 1970.
 */
export function followClock(span: TypedSpan, set: SetTimes, now: number): TypedSpan {
  const begun = set.start
    ? { start_date: span.start_date, start_time: span.start_time }
    : { start_date: toDateValue(new Date(now)), start_time: toTimeValue(new Date(now)) };
  const followed = { ...begun, end_date: span.end_date, end_time: span.end_time };
  if (set.end) return set.endDay ? followed : { ...followed, end_date: dayOfEnd(followed) };
  const start = startOf(followed);
  return start === undefined
    ? followed
    : { ...followed, ...asEnd(new Date(Math.max(start.getTime(), set.isLength ? 0 : now) + set.minutes * MINUTE_MS)) };
}

/** The day of an end that has only a time: the start's day, or the next when a short parking runs over midnight. */
function dayOfEnd(span: TypedSpan): string {
  const start = startOf(span);
  const [sameDay, nextDay] = [0, 1].map((days) => addDays(span.start_date, days)) as [string, string];
  const end = combineDateAndTime(sameDay, span.end_time);
  const later = combineDateAndTime(nextDay, span.end_time);
  if (start === undefined || end === undefined || later === undefined) return span.end_date;
  return end < start && later.getTime() - start.getTime() <= OVER_MIDNIGHT_MINUTES * MINUTE_MS ? nextDay : sameDay;
}

/** The length of the span in minutes; undefined when it cannot be computed. */
export function minutesOf(span: TypedSpan): number | undefined {
  const [start, end] = [startOf(span), endOf(span)];
  return start === undefined || end === undefined || end < start
    ? undefined
    : Math.round((end.getTime() - start.getTime()) / MINUTE_MS);
}

/** Whether this time on the start's day comes after the start. */
export function isAhead(span: TypedSpan, time: string): boolean {
  const [start, end] = [startOf(span), combineDateAndTime(span.start_date, time)];
  return start !== undefined && end !== undefined && end > start;
}

/** Whether the parking is over before it is registered. An end within the current minute is not over. */
export function isOver(end: string, now: number): boolean {
  return Date.parse(end) <= now - MINUTE_MS;
}

/** Whether a start set by the person passed while the form was open. A start that was past when it was set is intended. */
export function hasStartPassed(start: string, set: SetTimes, now: number): boolean {
  const moment = Date.parse(start);
  return set.start && moment < now - PAST_START_MINUTES * MINUTE_MS && moment > set.startSetAt - MINUTE_MS;
}

/**
 * The probably intended span when the end is over or before the start: the same times on the first day on which they work. Undefined when
 * the typed span is right.
 */
export function meantSpan(span: TypedSpan, set: SetTimes, now: number): TypedSpan | undefined {
  const [start, end] = [startOf(span), endOf(span)];
  if (start === undefined || end === undefined) return undefined;
  const works = (later: TypedSpan) => (endOf(later)?.getTime() ?? 0) > Math.max(now, startOf(later)?.getTime() ?? 0);
  const isBackwards = end < start;
  if (!isBackwards && !isOver(end.toISOString(), now)) return undefined;
  const from = Math.max(now, isBackwards ? start.getTime() : now);
  const days = Math.max(0, Math.floor((from - end.getTime()) / (24 * 60 * MINUTE_MS)));
  for (const shift of [days, days + 1, days + 2]) {
    const later = { ...span, end_date: addDays(span.end_date, shift) };
    if (!isBackwards && set.start) later.start_date = addDays(span.start_date, shift);
    if (works(later)) return later;
  }
  return undefined;
}

/**
 * A day and time as people say them: "23:18" on the given day, "i morgon 02:00", "27 november 2026 02:00". @param today `yyyy-MM-dd`.
 * A time that is still being typed reads as it will stand, so that no line breaks, and no button moves, when the focus leaves its field.
 */
export function sayMoment(day: string, typedTime: string, today: string): string {
  const time = parseTime(typedTime) ?? typedTime;
  if (day === today) return time;
  return `${day === addDays(today, 1) ? "i morgon" : formatLongDate(day)} ${time}`;
}
