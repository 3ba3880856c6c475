import { momentsOf, timeZone, turnOf, wallTime } from "./zone.ts";

/** Texts for a wrong and for a missing date (document 1 §8). */
export const INVALID_DATE = "Ogiltigt datum";
export const NOT_GIVEN = "Ej angivet";

type Moment = Date | string | number | null | undefined;

/** A day as a field holds it, without a time zone. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A moment for lists, `yyyy-MM-dd HH:mm` in the company's zone (document 1 §9). A missing moment is "Ej angivet", a wrong one "Ogiltigt
 * datum". In the night when clocks are set back, a word says which of two equal times it is.
 */
export function formatDateTime(moment: Moment): string {
  return render(moment, (date) => `${toDateValue(date)} ${toTimeValue(date)}`);
}

/** A day in words, "21 november 2026", in the company's zone. A value without a time (`yyyy-MM-dd`) means that day. */
export function formatLongDate(moment: Moment): string {
  return render(moment, (date) => inWords({ dateStyle: "long" }).format(date));
}

/** A moment in words, "21 november 2026 kl. 09:30", in the company's zone. */
export function formatLongDateTime(moment: Moment): string {
  return render(moment, (date) => inWords({ dateStyle: "long", timeStyle: "short" }).format(date) + wordOf(date));
}

const inWords = (style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("sv-SE", { ...style, timeZone: timeZone() });

/** The text itself, or "Ej angivet" when it is empty or missing (document 1 §3). */
export function formatOptional(text: string | null | undefined): string {
  return text === null || text === undefined || text.trim() === "" ? NOT_GIVEN : text;
}

/** The day of a moment in the company's zone, `yyyy-MM-dd`, as a date field holds it. */
export const toDateValue = (moment: Date): string => wallTime(moment).day;

/** The time of a moment in the company's zone, `HH:mm`, as a time field holds it. A word follows a time that comes twice. */
export const toTimeValue = (moment: Date): string => wallTime(moment).time + wordOf(moment);

const WORDS = { once: "", first: " sommartid", second: " normaltid" } as const;

const wordOf = (moment: Date): string => WORDS[turnOf(moment)];

/** The day that lies `days` days later, `yyyy-MM-dd`. A value that is no day is returned unchanged. */
export function addDays(dateValue: string, days: number): string {
  const date = parseDateValue(dateValue);
  if (date === undefined) return dateValue;
  date.setDate(date.getDate() + days);
  return dayOfCalendar(date);
}

/** The first moment of a day in the company's zone; undefined when there is no such day. */
export function startOfDay(dateValue: string): Date | undefined {
  if (parseDateValue(dateValue) === undefined) return undefined;
  // A day begins at one o'clock where clocks are set forward at midnight.
  return momentsOf(dateValue, "00:00")[0] ?? momentsOf(dateValue, "01:00")[0];
}

/** The day of a calendar's Date, `yyyy-MM-dd`. Calendars use the browser's own midnight. */
export function dayOfCalendar(date: Date): string {
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The browser's own midnight of a day `yyyy-MM-dd`, for calendars; undefined when there is no such day. */
export function parseDateValue(value: string): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(year, month - 1, day);
  // JavaScript turns the 31st of February into a day of March.
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
}

const TYPED_TIME = /^(\d{1,2})(?:\s*[:.,\s]\s*(\d{2})|(\d{2}))?(\s+(?:sommartid|normaltid))?$/i;

/**
 * Reads a time as people type it (`9`, `930`, `0930`, `9:30`, `9.30`, `kl 9.30`) as `HH:mm`; undefined for other text. The word that tells
 * two equal times of a night apart stays.
 */
export function parseTime(typed: string): string | undefined {
  const text = typed.trim().replace(/^kl\.?\s*/i, "");
  const parts = TYPED_TIME.exec(text);
  if (parts === null) return undefined;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2] ?? parts[3] ?? "0")];
  const word = parts[4] === undefined ? "" : ` ${parts[4].trim().toLowerCase()}`;
  return hours <= 23 && minutes <= 59 ? `${pad(hours)}:${pad(minutes)}${word}` : undefined;
}

/** The moments of a day `yyyy-MM-dd` and a typed time in the company's zone: one, none, or two in the night when clocks are set back. */
export function momentsTyped(dateValue: string, typedTime: string): Date[] {
  const time = parseTime(typedTime);
  return time === undefined || parseDateValue(dateValue) === undefined ? [] : momentsOf(dateValue, time.slice(0, 5));
}

/**
 * The moment of a day `yyyy-MM-dd` and a typed time in the company's zone; undefined when one is wrong, or clocks skip that time. Of two
 * equal times it is the first, unless the typed time says `normaltid`.
 */
export function combineDateAndTime(dateValue: string, typedTime: string): Date | undefined {
  const moments = momentsTyped(dateValue, typedTime);
  return parseTime(typedTime)?.endsWith(WORDS.second) ? moments.at(-1) : moments[0];
}

/** The same time with the other of the words `sommartid` and `normaltid`. */
export const otherTurn = (time: string): string =>
  time.slice(0, 5) + (time.endsWith(WORDS.second) ? WORDS.first : WORDS.second);

/** Whether clocks skip this time in spring: day and time are right, but the moment never comes. */
export const isSkipped = (dateValue: string, typedTime: string): boolean =>
  parseTime(typedTime) !== undefined &&
  parseDateValue(dateValue) !== undefined &&
  momentsTyped(dateValue, typedTime).length === 0;

function render(moment: Moment, format: (date: Date) => string): string {
  if (moment === null || moment === undefined || moment === "") return NOT_GIVEN;
  const isDay = typeof moment === "string" && DAY.test(moment);
  const date = isDay ? startOfDay(moment) : new Date(moment);
  return date === undefined || Number.isNaN(date.getTime()) ? INVALID_DATE : format(date);
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, "0");
}
