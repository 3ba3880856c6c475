import type { Objection, OwnObjections, PlannedShift, ShiftPlace, ShiftRow } from "#data/planned_shifts/queries.ts";
import { addDays, combineDateAndTime, parseDateValue, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { spanText } from "#shared/format/spans.ts";
import { timeZone } from "#shared/format/zone.ts";
import { planTexts } from "./plan-texts.ts";

const WEEK = 7;
const MINUTE_MS = 60_000;
/** As many gaps as leave the week in sight. */
const GAPS_IN_SIGHT = 4;
type Times = Pick<ShiftRow, "starts_at" | "ends_at">;

/** The Monday of a day's week, `yyyy-MM-dd`. */
export function mondayOf(day: string): string {
  const date = parseDateValue(day);
  return date === undefined ? day : addDays(day, -((date.getDay() + 6) % WEEK));
}

/** The number of a week by its Monday: the first week of a year has its first Thursday (ISO 8601). */
export function weekNumber(monday: string): number {
  const thursday = addDays(monday, 3);
  let first = mondayOf(`${thursday.slice(0, 4)}-01-04`);
  let number = 1;
  while (first < monday) {
    first = addDays(first, WEEK);
    number += 1;
  }
  return number;
}

/** The times of a shift on one line: `07:00–15:00 · 8 h`. */
export function timesOf({ starts_at: start, ends_at: end }: Times): string {
  const [from, to] = [new Date(start), new Date(end)];
  return `${toTimeValue(from)}–${toTimeValue(to)} · ${spanText(to.getTime() - from.getTime())}`;
}

/** A day in the ambulance's words: `Mon 30 Nov`. */
export const dayWords = (moment: Date): string =>
  new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: timeZone() })
    .format(moment)
    .replace(",", "");

/** A shift in words, for names of buttons and questions: `Mon 30 Nov 07:00–15:00`. */
export function shiftName({ starts_at: start, ends_at: end }: Times): string {
  const from = new Date(start);
  return `${dayWords(from)} ${toTimeValue(from)}–${toTimeValue(new Date(end))}`;
}

/** The people who have a place on a shift. */
export const holdersOf = ({ people }: Pick<PlannedShift, "people">): ShiftPlace[] =>
  people.filter(({ state }) => state === "assigned");

/** How many places of a shift nobody has. */
export const freePlaces = (shift: PlannedShift): number => Math.max(0, shift.places - holdersOf(shift).length);

/** The newest place of an employee on a shift. */
export const placeOf = ({ people }: PlannedShift, employeeId: string): ShiftPlace | undefined =>
  people.filter(({ employee_id: who }) => who === employeeId).toSorted((a, b) => b.at.localeCompare(a.at))[0];

/** Whether a shift is to be filled: published, not cancelled, not over, with a free place. */
export const isGap = (shift: PlannedShift, now: number): boolean =>
  shift.published_at !== null &&
  shift.cancelled_at === null &&
  Date.parse(shift.ends_at) > now &&
  freePlaces(shift) > 0;

/** Shifts by the day on which they begin, in order. */
export function byDay(shifts: readonly PlannedShift[]): [day: string, shifts: PlannedShift[]][] {
  const days = new Map<string, PlannedShift[]>();
  for (const shift of shifts) {
    const day = toDateValue(new Date(shift.starts_at));
    days.set(day, [...(days.get(day) ?? []), shift]);
  }
  return [...days];
}

/** Shifts in the order of their times, those of one vehicle and time, which are a crew, side by side. */
export function crewsInOrder(
  shifts: readonly PlannedShift[],
  vehicles: ReadonlyMap<string | null, string>,
): PlannedShift[] {
  const keysOf = ({ starts_at: start, ends_at: end, vehicle_id: vehicle, position }: PlannedShift) => [
    start,
    end,
    vehicles.get(vehicle) ?? "\uffff",
    position ?? "",
  ];
  const inWords = new Intl.Collator("en", { numeric: true });
  return shifts.toSorted((one, other) => {
    const keys = keysOf(other);
    for (const [at, key] of keysOf(one).entries()) {
      const order = inWords.compare(key, keys[at] ?? "");
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** How many shifts of a day there are, how many free places to come, and how many shifts nobody but the admin sees yet. */
export const daySum = (shifts: readonly PlannedShift[], now: number) => {
  const planned = shifts.filter(({ cancelled_at: cancelled }) => cancelled === null);
  const published = planned.filter(({ published_at: at }) => at !== null);
  return {
    count: planned.length,
    free: published.reduce((sum, shift) => sum + (isGap(shift, now) ? freePlaces(shift) : 0), 0),
    hidden: planned.length - published.length,
  };
};

/** The day of a list that is open from the start: today, else the first. */
export const openDay = (days: readonly (readonly [day: string, unknown])[], today: string): string | undefined =>
  (days.find(([day]) => day === today) ?? days[0])?.[0];

/** The gaps that stand in sight, and how many more there are. */
export const firstGaps = (gaps: readonly PlannedShift[], isWhole: boolean) => ({
  shown: isWhole ? gaps : gaps.slice(0, GAPS_IN_SIGHT),
  more: gaps.length > GAPS_IN_SIGHT,
});

/** Holders of a shift that has begun who have not come, with their minutes. */
export const missingOn = (shifts: readonly PlannedShift[], present: ReadonlySet<string>, now: number) =>
  shifts
    .filter(
      ({ starts_at: start, ends_at: end, cancelled_at: cancelled }) =>
        cancelled === null && Date.parse(start) <= now && now < Date.parse(end),
    )
    .flatMap((shift) =>
      holdersOf(shift)
        .filter(({ came_at: came, employee_id: who }) => came === null && !present.has(who))
        .map((place) => ({
          shift,
          place,
          late: Math.floor((now - Date.parse(shift.starts_at)) / MINUTE_MS),
        })),
    );

/** The same times a number of days later by the clock, also over a night when clocks change. */
function daysLater({ starts_at: start, ends_at: end }: Times, days: number): Times | undefined {
  const [from, to] = [start, end].map((moment) => {
    const date = new Date(moment);
    return combineDateAndTime(addDays(toDateValue(date), days), toTimeValue(date).slice(0, 5));
  });
  return from === undefined || to === undefined || to <= from
    ? undefined
    : { starts_at: from.toISOString(), ends_at: to.toISOString() };
}

/** A shift's copy a number of days later, unpublished and without people; undefined where clocks skip its times. */
export function copyOf(shift: ShiftRow, days: number, id: string) {
  const times = daysLater(shift, days);
  const { position, vehicle_id, station, places, note } = shift;
  return times && { id, ...times, position, vehicle_id, station, places, note };
}

/** Why somebody may not take a shift, in words; `isOwn` speaks to the employee, else to the admin. */
export function objectionText(objection: Objection, isOwn: boolean): string {
  const texts = planTexts.reasons;
  switch (objection.code) {
    case "overlap": {
      const [start = "", end = ""] = [objection.starts_at, objection.ends_at];
      const begun = new Date(start);
      const times = `${toDateValue(begun)} ${toTimeValue(begun)}–${shortMoment(new Date(end), begun.getTime())}`;
      return isOwn ? texts.overlap(times) : planTexts.overlapOf(times);
    }
    case "position":
      return isOwn ? texts.position(objection.position ?? "") : planTexts.lacksPosition(objection.position ?? "");
    case "certificate-missing":
    case "certificate-expired":
      return texts[objection.code](objection.name ?? "");
    default:
      return texts["short-rest"];
  }
}

/** The shifts that an employee has something to do about, then the next own one. */
export function mustBeDone(
  shifts: readonly PlannedShift[],
  employeeId: string,
  objections: OwnObjections,
): PlannedShift[] {
  const isHeld = (shift: PlannedShift) => placeOf(shift, employeeId)?.state === "assigned";
  const first = shifts.filter(
    (shift) =>
      shift.cancelled_at === null &&
      (isHeld(shift)
        ? placeOf(shift, employeeId)?.confirmed_at === null
        : (objections[shift.id]?.was_asked === true && freePlaces(shift) > 0) ||
          shift.offers.some(({ state, to_employee_id: to }) => state === "proposed" && to === employeeId)),
  );
  const next = shifts.find((shift) => shift.cancelled_at === null && isHeld(shift) && !first.includes(shift));
  return next === undefined ? first : [...first, next];
}

/** What waits for the admin, and how much: unconfirmed times first, then who asks for a place, then who agreed to take one over. */
export const requestsIn = (shifts: readonly PlannedShift[]) => {
  const open = shifts.filter(({ cancelled_at: cancelled }) => cancelled === null);
  const placesIn = (isMeant: (place: ShiftPlace) => boolean) =>
    open.flatMap((shift) => shift.people.filter(isMeant).map((place) => ({ shift, place })));
  const unconfirmed = placesIn(({ state, confirmed_at: at }) => state === "assigned" && at === null);
  const asked = placesIn(({ state }) => state === "asked");
  const agreed = open.flatMap((shift) =>
    shift.offers.filter(({ state }) => state === "agreed").map((offer) => ({ shift, offer })),
  );
  return { unconfirmed, asked, agreed, count: unconfirmed.length + asked.length + agreed.length };
};
