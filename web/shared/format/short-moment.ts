import { toDateValue, toTimeValue } from "./dates.ts";

/** A moment as short as it can be told in the company's zone: `HH:mm`, with the day before it only when it is another one than now's. */
export function shortMoment(at: Date, now: number): string {
  const [day, time] = [toDateValue(at), toTimeValue(at)];
  return day === toDateValue(new Date(now)) ? time : `${day} ${time}`;
}
