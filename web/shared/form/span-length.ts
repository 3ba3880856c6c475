/** What chips beside a start and an end do to them, and how long the span is. */
import { addDays, combineDateAndTime, parseDateValue, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { spanInWords } from "#shared/format/spans.ts";
import type { TypedSpan } from "./time-span.ts";

type End = Pick<TypedSpan, "endDate" | "endTime">;

const MINUTE_MS = 60_000;

/** A moment as the end of a span. */
export const asEnd = (moment: Date): End => ({ endDate: toDateValue(moment), endTime: toTimeValue(moment) });

/** The end so many minutes later; from the start where the typed end is none or lies before it. Undefined where neither can be read. */
export function laterEnd(span: TypedSpan, minutes: number): End | undefined {
  const start = combineDateAndTime(span.startDate, span.startTime);
  const end = combineDateAndTime(span.endDate, span.endTime);
  const from = end === undefined || (start !== undefined && end < start) ? start : end;
  return from && asEnd(new Date(from.getTime() + minutes * MINUTE_MS));
}

/** The midnight that ends the day of the start. Undefined where that is no day. */
export const midnightAfter = ({ startDate }: TypedSpan): End | undefined =>
  parseDateValue(startDate) && { endDate: addDays(startDate, 1), endTime: "00:00" };

/** How long the span lasts, in words. Undefined while it cannot be said. */
export function totalInWords(span: TypedSpan): string | undefined {
  const start = combineDateAndTime(span.startDate, span.startTime);
  const end = combineDateAndTime(span.endDate, span.endTime);
  return start === undefined || end === undefined || end <= start
    ? undefined
    : spanInWords(end.getTime() - start.getTime());
}
