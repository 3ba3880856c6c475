import { spanText } from "#shared/format/spans.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { boardTexts } from "./board-texts.ts";

const MINUTE_MS = 60_000;
/** A parking that ends within this time is marked as ending soon, in milliseconds. */
const SOON_MS = 15 * MINUTE_MS;

/**
 * The time until a parking ends or begins, or since it ended, in words for a row; the day only if it is not today.
 * @param now milliseconds since 1970.
 */
export function timeLeft(
  parking: { start_time: string; end_time: string },
  now: number,
): { text: string; isSoon: boolean } {
  const [start, end] = [Date.parse(parking.start_time), Date.parse(parking.end_time)];
  if (end < now) {
    // Only whole minutes count.
    return {
      text: boardTexts.parking.endedAgo(spanText(Math.floor((now - end) / MINUTE_MS) * MINUTE_MS)),
      isSoon: false,
    };
  }
  if (start > now) {
    return { text: boardTexts.parking.begins(shortMoment(new Date(start), now)), isSoon: false };
  }
  return { text: boardTexts.parking.left(spanText(end - now)), isSoon: end - now < SOON_MS };
}
