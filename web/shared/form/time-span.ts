/** The start and the end of a span as a form has them (days and times), converted to moments. */
import { combineDateAndTime, isSkipped } from "#shared/format/dates.ts";
import { fieldTexts } from "./texts.ts";

/**
 * Days as `yyyy-MM-dd`, times as people write them. The time fields have the names of the moments' columns, so that a column's message
 * stands at its field.
 */
export type TypedSpan = { start_date: string; start_time: string; end_date: string; end_time: string };

/** The names of these fields in drafts of earlier versions. */
export const EARLIER_SPAN_NAMES = {
  startDate: "start_date",
  startTime: "start_time",
  endDate: "end_date",
  endTime: "end_time",
} as const satisfies Record<string, keyof TypedSpan>;

/** Both moments as ISO strings for the columns. A moment is undefined when its day or time is wrong, or when clocks skip it in spring. */
export const momentsOfSpan = ({ start_date, start_time, end_date, end_time }: TypedSpan) => ({
  start_time: combineDateAndTime(start_date, start_time)?.toISOString(),
  end_time: combineDateAndTime(end_date, end_time)?.toISOString(),
});

/** The message for a time that clocks skip in spring; undefined for other fields and times. */
export function skippedMessage(span: TypedSpan, field: unknown): string | undefined {
  const isMissing =
    (field === "start_time" && isSkipped(span.start_date, span.start_time)) ||
    (field === "end_time" && isSkipped(span.end_date, span.end_time));
  return isMissing ? fieldTexts.skippedTime : undefined;
}
