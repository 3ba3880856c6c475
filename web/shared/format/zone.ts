/** The company's time zone: every clock on a screen shows it, wherever the browser is. */

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** Whether a moment's time on the clock comes once in its night, or is the first or second of two (the night when clocks are set back). */
export type Turn = "once" | "first" | "second";

let zone = "Europe/Stockholm";
let clock = makeClock(zone);

/** Makes this the zone of all clocks; throws RangeError when there is none of that name. */
export function setTimeZone(name: string): void {
  if (name === zone) return;
  clock = makeClock(name);
  zone = name;
}

/** The zone's name, for `Intl`. */
export const timeZone = (): string => zone;

/** The clock at a moment: the day as `yyyy-MM-dd` and the time as `HH:mm`. */
export function wallTime(moment: Date): { day: string; time: string } {
  const [day = "", time = ""] = clock.format(moment).split(" ");
  return { day, time };
}

/** The moments at which the clock shows this day and time, in order: one, none (clocks are set forward) or two (they are set back). */
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

/** Which of two a moment is, where the clock shows its time twice. */
export function turnOf(moment: Date): Turn {
  const before = offsetAt(new Date(moment.getTime() - DAY));
  // Almost every moment: nothing is set within a day of it.
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
  // Sweden writes days and times as fields hold them: 2026-11-21 09:05.
  return new Intl.DateTimeFormat("sv-SE", { timeZone: name, dateStyle: "short", timeStyle: "short" });
}
