/** What chips beside a start and an end do to them, and how long the span is. */
import { combineDateAndTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { spanInWords } from "#shared/format/spans.ts";
import type { TypedSpan } from "./time-span.ts";

type End = Pick<TypedSpan, "end_date" | "end_time">;

const MINUTE_MS = 60_000;

/** A moment as the end of a span. */
export const asEnd = (moment: Date): End => ({ end_date: toDateValue(moment), end_time: toTimeValue(moment) });

/** The end so many minutes later; from the start where the typed end is none or lies before it. Undefined where neither can be read. */
export function laterEnd(span: TypedSpan, minutes: number): End | undefined {
  const start = combineDateAndTime(span.start_date, span.start_time);
  const end = combineDateAndTime(span.end_date, span.end_time);
  const from = end === undefined || (start !== undefined && end < start) ? start : end;
  return from && asEnd(new Date(from.getTime() + minutes * MINUTE_MS));
}

/** How long the span lasts, in words. Undefined while it cannot be said. */
export function totalInWords(span: TypedSpan): string | undefined {
  const start = combineDateAndTime(span.start_date, span.start_time);
  const end = combineDateAndTime(span.end_date, span.end_time);
  return start === undefined || end === undefined || end <= start
    ? undefined
    : spanInWords(end.getTime() - start.getTime());
}
