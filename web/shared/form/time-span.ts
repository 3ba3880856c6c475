/** The start and the end that a form asks for as days and times, as moments. */
import { combineDateAndTime, isSkipped } from "#shared/format/dates.ts";
import { fieldTexts } from "./texts.ts";

/** Days as `yyyy-MM-dd`, times as people write them. */
export type TypedSpan = { startDate: string; startTime: string; endDate: string; endTime: string };

/** Both moments as ISO strings for the columns; undefined where day or time is wrong, or clocks are set forward over it. */
export const momentsOfSpan = ({ startDate, startTime, endDate, endTime }: TypedSpan) => ({
  start_time: combineDateAndTime(startDate, startTime)?.toISOString(),
  end_time: combineDateAndTime(endDate, endTime)?.toISOString(),
});

/** The message for a field of the span that clocks are set forward over; undefined for any other. */
export function skippedMessage(span: TypedSpan, field: string): string | undefined {
  const isMissing =
    (field === "startTime" && isSkipped(span.startDate, span.startTime)) ||
    (field === "endTime" && isSkipped(span.endDate, span.endTime));
  return isMissing ? fieldTexts.skippedTime : undefined;
}
