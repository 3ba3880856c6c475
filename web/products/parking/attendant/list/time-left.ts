import { spanText } from "#shared/format/spans.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { texts } from "#parking/kernel/texts.ts";

const MINUTE_MS = 60_000;
/** What ends within this time is shown as soon, in milliseconds. */
const SOON_MS = 15 * MINUTE_MS;

/**
 * How long a parking still runs, when it begins, or how long it has been over: in words for a row, the day only when it is not today.
 * @param now milliseconds since 1970.
 */
export function timeLeft(
  parking: { start_time: string; end_time: string },
  now: number,
): { text: string; isSoon: boolean } {
  const [start, end] = [Date.parse(parking.start_time), Date.parse(parking.end_time)];
  if (end < now) {
    // A minute that has begun is no minute yet.
    return { text: texts.parking.endedAgo(spanText(Math.floor((now - end) / MINUTE_MS) * MINUTE_MS)), isSoon: false };
  }
  if (start > now) {
    return { text: texts.parking.begins(shortMoment(new Date(start), now)), isSoon: false };
  }
  return { text: texts.parking.left(spanText(end - now)), isSoon: end - now < SOON_MS };
}
