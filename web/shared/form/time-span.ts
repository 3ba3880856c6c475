/** The start and the end that a form asks for as days and times, as moments. */
import { combineDateAndTime, isSkipped } from "#shared/format/dates.ts";
import { fieldTexts } from "./texts.ts";

/**
 * Days as `yyyy-MM-dd`, times as people write them. The field of a time has the name of the moment's column, so that the column's message
 * stands at it.
 */
export type TypedSpan = { start_date: string; start_time: string; end_date: string; end_time: string };

/** The names that these fields had in drafts of earlier versions. */
export const EARLIER_SPAN_NAMES = {
  startDate: "start_date",
  startTime: "start_time",
  endDate: "end_date",
  endTime: "end_time",
} as const satisfies Record<string, keyof TypedSpan>;

/** Both moments as ISO strings for the columns; undefined where day or time is wrong, or clocks are set forward over it. */
export const momentsOfSpan = ({ start_date, start_time, end_date, end_time }: TypedSpan) => ({
  start_time: combineDateAndTime(start_date, start_time)?.toISOString(),
  end_time: combineDateAndTime(end_date, end_time)?.toISOString(),
});

/** The message for a field of the span that clocks are set forward over; undefined for any other. */
export function skippedMessage(span: TypedSpan, field: unknown): string | undefined {
  const isMissing =
    (field === "start_time" && isSkipped(span.start_date, span.start_time)) ||
    (field === "end_time" && isSkipped(span.end_date, span.end_time));
  return isMissing ? fieldTexts.skippedTime : undefined;
}
