import * as v from "valibot";
import type { ShiftRow } from "#data/planned_shifts/queries.ts";
import { addDays, combineDateAndTime, parseTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { planTexts } from "./plan-texts.ts";

const labels = planTexts.admin.form;
/** A series of two months is planned at once at most. */
export const MOST_DAYS = 60;

export type ShiftDraft = {
  date: string;
  start: string;
  end: string;
  until: string;
  position: string;
  vehicle: string;
  station: string;
  places: string;
  note: string;
};

type Fields = Pick<ShiftRow, "starts_at" | "ends_at" | "position" | "vehicle_id" | "station" | "places" | "note">;

/** The fields of a shift as the form has them. */
export function draftOf(shift: Fields | undefined, day: string): ShiftDraft {
  return {
    date: shift === undefined ? day : toDateValue(new Date(shift.starts_at)),
    start: shift === undefined ? "" : toTimeValue(new Date(shift.starts_at)),
    end: shift === undefined ? "" : toTimeValue(new Date(shift.ends_at)),
    until: "",
    position: shift?.position ?? "",
    vehicle: shift?.vehicle_id ?? "",
    station: shift?.station ?? "",
    places: String(shift?.places ?? 1),
    note: shift?.note ?? "",
  };
}

/**
 * The form of the next new shift: as the one before it, since the rest of a crew differs in one field. In another week it begins on that
 * week's day, and no note is repeated.
 */
export function draftAfter(saved: readonly Fields[] | undefined, day: string, monday: string): ShiftDraft {
  const [first] = saved ?? [];
  if (saved === undefined || first === undefined) return draftOf(undefined, day);
  const draft = { ...draftOf(first, day), note: "" };
  if (draft.date < monday || draft.date >= addDays(monday, 7)) return { ...draft, date: day };
  const last = toDateValue(new Date(saved.at(-1)?.starts_at ?? first.starts_at));
  return { ...draft, until: last > draft.date ? last : "" };
}

/** The days of a series; one day more than there may be where it is too long. */
function daysUntil(first: string, until: string): string[] {
  const days = [first];
  for (let day = addDays(first, 1); day <= until && days.length <= MOST_DAYS; day = addDays(day, 1)) days.push(day);
  return days;
}

const time = v.pipe(
  v.string(),
  v.check((typed) => parseTime(typed) !== undefined, labels.timeWrong),
);
const orNull = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(most),
    v.transform((text) => (text === "" ? null : text)),
  );

/** Reads the form: the shift's fields, once for each day of a series. An end that is not after the start is on the next day. */
export const shiftSchema = v.pipe(
  v.object({
    date: v.string(),
    start: time,
    end: time,
    until: v.string(),
    position: orNull(200),
    vehicle: orNull(50),
    station: orNull(200),
    places: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{1,2}$/, labels.placesWrong),
      v.transform(Number),
      v.minValue(1, labels.placesWrong),
      v.maxValue(20, labels.placesWrong),
    ),
    note: orNull(2000),
  }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const { date, start, end, until, vehicle, ...rest } = value;
    const days = daysUntil(date, until);
    if (days.length > MOST_DAYS) {
      addIssue({
        message: labels.tooMany,
        path: [{ type: "object", origin: "value", input: value, key: "until", value: until }],
      });
      return NEVER;
    }
    const shifts = days.flatMap((day) => {
      const starts = combineDateAndTime(day, start);
      const sameDay = combineDateAndTime(day, end);
      const ends =
        starts !== undefined && sameDay !== undefined && sameDay > starts
          ? sameDay
          : combineDateAndTime(addDays(day, 1), end);
      // A time that clocks skip in spring is no time of that day.
      return starts === undefined || ends === undefined
        ? []
        : [{ ...rest, vehicle_id: vehicle, starts_at: starts.toISOString(), ends_at: ends.toISOString() }];
    });
    if (shifts.length === 0) {
      addIssue({
        message: labels.timeWrong,
        path: [{ type: "object", origin: "value", input: value, key: "start", value: start }],
      });
      return NEVER;
    }
    return shifts;
  }),
);
