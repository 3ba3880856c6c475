/** The company's time zone. Every clock on a screen shows it, wherever the browser is. */

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/**
 * Whether a clock shows this time once in that night, or whether this is the first or the second of two equal times (when clocks are set
 * back).
 */
export type Turn = "once" | "first" | "second";

let zone = "Europe/Stockholm";
let clock = makeClock(zone);

/** Sets the zone of all clocks; throws RangeError for an unknown name. */
export function setTimeZone(name: string): void {
  if (name === zone) return;
  clock = makeClock(name);
  zone = name;
}

/** The zone's name, for `Intl`. */
export const timeZone = (): string => zone;

/** The day (`yyyy-MM-dd`) and the time (`HH:mm`) that the clock shows at a moment. */
export function wallTime(moment: Date): { day: string; time: string } {
  const [day = "", time = ""] = clock.format(moment).split(" ");
  return { day, time };
}

/** The moments at which the clock shows this day and time, in order: one, none (clocks skip it) or two (clocks are set back). */
export function momentsOf(day: string, time: string): Date[] {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = new Set([asUtc - DAY, asUtc + DAY].map((moment) => offsetAt(new Date(moment))));
  return [...offsets]
    .map((offset) => new Date(asUtc - offset))
    .filter((moment) => {
      const shown = wallTime(moment);
      return shown.day === day && shown.time === time;
    })
    .toSorted((a, b) => a.getTime() - b.getTime());
}

/** Whether the clock shows this moment's time once, or whether it is the first or second of two. */
export function turnOf(moment: Date): Turn {
  const before = offsetAt(new Date(moment.getTime() - DAY));
  // The offset is equal a day before and a day after, so no clock is set near this moment. This is true of almost all moments.
  if (before === offsetAt(new Date(moment.getTime() + DAY))) return "once";
  const { day, time } = wallTime(moment);
  const moments = momentsOf(day, time);
  if (moments.length < 2) return "once";
  return moment.getTime() < (moments[1]?.getTime() ?? 0) ? "first" : "second";
}

/** Milliseconds by which the clock is ahead of UTC. */
function offsetAt(moment: Date): number {
  const { day, time } = wallTime(moment);
  const minute = Math.floor(moment.getTime() / (60 * SECOND)) * 60 * SECOND;
  return Date.parse(`${day}T${time}:00Z`) - minute;
}

function makeClock(name: string): Intl.DateTimeFormat {
  // Swedish formats are the same as the values of fields: 2026-11-21 09:05.
  return new Intl.DateTimeFormat("sv-SE", { timeZone: name, dateStyle: "short", timeStyle: "short" });
}
