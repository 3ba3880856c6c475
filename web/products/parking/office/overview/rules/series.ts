import type { DayPart, DaySum, Period } from "#data/site_overview/queries.ts";
import { addDays } from "#shared/format/dates.ts";

/** The days of one bar, both ends included. */
export type Bucket = { from: string; to: string };

/** The most days that are drawn as bars; a longer period is drawn in weeks. */
const MOST_BARS = 31;

/** The bars of a period: its days, or weeks counted back from its last day, so that only the first can be short. */
export function bucketsOf({ first, last }: Period): Bucket[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  const size = days.length > MOST_BARS ? 7 : 1;
  const buckets: Bucket[] = [];
  for (let end = days.length; end > 0; end -= size) {
    buckets.unshift({ from: days[Math.max(0, end - size)] ?? first, to: days[end - 1] ?? last });
  }
  return buckets;
}

/** The count of each key in each bucket: a row for each bucket, a number for each key. */
export function countsIn(
  rows: readonly DaySum[],
  part: DayPart,
  keys: readonly string[],
  buckets: readonly Bucket[],
): number[][] {
  const ofPart = rows.filter((row) => row[1] === part);
  return buckets.map(({ from, to }) => {
    const inside = ofPart.filter(([day]) => day >= from && day <= to);
    return keys.map((key) => sum(inside.filter((row) => row[2] === key).map((row) => row[3])));
  });
}

/** The number of unpaid fines that can still be paid within 30 days of their day. */
export const unpaidInTime = (rows: readonly DaySum[], today: string): number =>
  sum(
    rows
      .filter(([day, part, key]) => part === "payments" && key === "not" && addDays(day, 30) >= today)
      .map(([, , , count]) => count),
  );

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
