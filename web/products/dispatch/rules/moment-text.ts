import { toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { sinceText } from "#shared/format/since.ts";
import { timeZone } from "#shared/format/zone.ts";

const DAY_MS = 86_400_000;
/** The days from which on a span leaves its hours out. */
const WHOLE_DAYS = 7;

/** The days for which a day and a month alone say which day is meant. */
const CLEAR_DAYS = 300;

const format = (at: Date, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: timeZone() }).format(at);
const DAY = { day: "numeric", month: "short" } as const;

const isClear = (at: Date, now: number) => now - at.getTime() < CLEAR_DAYS * DAY_MS;

/** A moment as short as a row has room for: `14:02`, from a day ago on `26 Nov`, after most of a year `2025`. */
export function momentText(at: string, now: number): string {
  const moment = new Date(at);
  if (now - moment.getTime() < DAY_MS) return toTimeValue(moment);
  return isClear(moment, now) ? format(moment, DAY) : toDateValue(moment).slice(0, 4);
}

/** A moment with its time: `14:02`, from a day ago on `26 Nov 14:02`, after most of a year `26 Nov 2025 14:02`. */
export function dayAndTimeText(at: string, now: number): string {
  const moment = new Date(at);
  const time = toTimeValue(moment);
  if (now - moment.getTime() < DAY_MS) return time;
  return `${format(moment, isClear(moment, now) ? DAY : { ...DAY, year: "numeric" })} ${time}`;
}

/** The time since a moment: `47 min`, `1 d 3 h`, from a week on whole days. */
export function spanSince(at: string, now: number, lessThanOne: string): string {
  const days = Math.floor((now - Date.parse(at)) / DAY_MS);
  return days < WHOLE_DAYS ? sinceText(at, now, lessThanOne) : `${days} d`;
}
