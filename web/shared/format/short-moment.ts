import { toDateValue, toTimeValue } from "./dates.ts";

/** A moment in the company's zone, as short as possible: `HH:mm` today, with the day before it on other days. */
export function shortMoment(at: Date, now: number): string {
  const [day, time] = [toDateValue(at), toTimeValue(at)];
  return day === toDateValue(new Date(now)) ? time : `${day} ${time}`;
}
