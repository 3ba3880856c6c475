import { addDays, momentsTyped, toDateValue } from "#shared/format/dates.ts";

/** The hours that a step may lie back (document 5 §3). */
const BACK_MS = 12 * 3_600_000;

/** The latest moment of a typed time of day that has come and lies at most 12 hours back; undefined for any other text. */
export function momentOfStep(typed: string, now: number): Date | undefined {
  const today = toDateValue(new Date(now));
  return [addDays(today, -1), today]
    .flatMap((day) => momentsTyped(day, typed))
    .findLast((moment) => moment.getTime() <= now && moment.getTime() >= now - BACK_MS);
}
