import { spanText } from "./spans.ts";

const MINUTE_MS = 60_000;

/**
 * How long ago something was, in whole minutes that have gone: "12 min", "1 h 5 min", "2 d 3 h".
 * @param at a moment as the table gives it; @param now milliseconds since 1970.
 * @param lessThanOne what it is called within the first minute, also on a clock that is late.
 */
export function sinceText(at: string, now: number, lessThanOne: string): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE_MS);
  return minutes < 1 ? lessThanOne : spanText(minutes * MINUTE_MS);
}
