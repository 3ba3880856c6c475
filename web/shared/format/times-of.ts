import { toDateValue, toTimeValue } from "./dates.ts";
import { spanText } from "./spans.ts";

const DAY_MS = 86_400_000;

/** The times of a shift: `07:00–15:00`. The end names its day only where a day or more has passed. */
export function timesOf(start: Date, end: Date): string {
  const isLong = end.getTime() - start.getTime() >= DAY_MS;
  return `${toTimeValue(start)}–${isLong ? `${toDateValue(end)} ` : ""}${toTimeValue(end)}`;
}

/** The times of a shift and how long it was, on one line: `07:00–15:00 · 8 h`. */
export const timesAndLength = (start: Date, end: Date): string =>
  `${timesOf(start, end)} · ${spanText(end.getTime() - start.getTime())}`;
