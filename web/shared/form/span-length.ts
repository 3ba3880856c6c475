/** The chips that lengthen a span of time, and the length of the span in words. */
import { combineDateAndTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { spanInWords } from "#shared/format/spans.ts";
import type { TypedSpan } from "./time-span.ts";

type End = Pick<TypedSpan, "end_date" | "end_time">;

const MINUTE_MS = 60_000;

/** A moment as the day and time of a span's end. */
export const asEnd = (moment: Date): End => ({ end_date: toDateValue(moment), end_time: toTimeValue(moment) });

/**
 * Moves the typed end `minutes` later. If the end is empty or before the start, it counts from the start. Returns undefined when neither
 * can be read.
 */
export function laterEnd(span: TypedSpan, minutes: number): End | undefined {
  const start = combineDateAndTime(span.start_date, span.start_time);
  const end = combineDateAndTime(span.end_date, span.end_time);
  const from = end === undefined || (start !== undefined && end < start) ? start : end;
  return from && asEnd(new Date(from.getTime() + minutes * MINUTE_MS));
}

/** The length of the span in words; undefined when it cannot be computed. */
export function totalInWords(span: TypedSpan): string | undefined {
  const start = combineDateAndTime(span.start_date, span.start_time);
  const end = combineDateAndTime(span.end_date, span.end_time);
  return start === undefined || end === undefined || end <= start
    ? undefined
    : spanInWords(end.getTime() - start.getTime());
}
