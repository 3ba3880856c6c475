import { spanText } from "./spans.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * How long ago something was, in whole minutes that have gone: "12 min", "1 h 5 min", "2 d 3 h".
 * @param at a moment as the table gives it; @param now milliseconds since 1970.
 * @param lessThanOne what it is called within the first minute, also on a clock that is late.
 */
export function sinceText(at: string, now: number, lessThanOne: string): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE_MS);
  return minutes < 1 ? lessThanOne : spanText(minutes * MINUTE_MS);
}

/** The same where hours do not matter after two days: "1 d 23 h", then "32 dagar". */
export function sinceInDays(at: string, now: number, lessThanOne: string): string {
  const days = Math.floor((now - Date.parse(at)) / DAY_MS);
  return days < 2 ? sinceText(at, now, lessThanOne) : `${days} dagar`;
}
