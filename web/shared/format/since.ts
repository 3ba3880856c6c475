import { spanText } from "./spans.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The time since a moment, in whole minutes: "12 min", "1 h 5 min", "2 d 3 h".
 * @param at the moment, as the table gives it; @param now milliseconds since 1970.
 * @param lessThanOne the text for the first minute, also when the clock is late.
 */
export function sinceText(at: string, now: number, lessThanOne: string): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE_MS);
  return minutes < 1 ? lessThanOne : spanText(minutes * MINUTE_MS);
}

/** The time since a moment, in days from the second day on: "1 d 23 h", then "32 dagar". */
export function sinceInDays(at: string, now: number, lessThanOne: string): string {
  const days = Math.floor((now - Date.parse(at)) / DAY_MS);
  return days < 2 ? sinceText(at, now, lessThanOne) : `${days} dagar`;
}
