import * as v from "valibot";
import { VIEWING_MAX } from "#contract/limits.ts";
import { addDays, combineDateAndTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { BIDDER_FIELDS, isReachable } from "./broker-bid-schema.ts";

/** The rules of a visitor's sign-up, as the database checks them. */
export const signupSchema = (missing: string) =>
  v.pipe(
    v.object({ ...BIDDER_FIELDS, people: v.pipe(v.string(), v.transform(Number)) }),
    v.check((typed) => isReachable(typed), missing),
  );

/** The values of a viewing's form, as typed. */
export type TypedViewing = { day: string; from: string; to: string; places: string; note: string };

type Texts = { placesWrong: string; timeWrong: string };

/** The two moments of a viewing; one that ends earlier than it begins ends the next day. */
function momentsOf({ day, from, to }: Pick<TypedViewing, "day" | "from" | "to">) {
  const start = combineDateAndTime(day, from);
  const end = combineDateAndTime(day, to);
  if (start === undefined || end === undefined) return undefined;
  return end > start ? { start, end } : { start, end: combineDateAndTime(addDays(day, 1), to) ?? end };
}

/** The rules of a viewing that an agent adds or changes. */
export const viewingSchema = ({ placesWrong, timeWrong }: Texts) =>
  v.pipe(
    v.object({
      day: v.string(),
      from: v.string(),
      to: v.string(),
      places: v.pipe(
        v.string(),
        v.trim(),
        v.check((typed) => typed === "" || /^[1-9]\d{0,2}$|^1000$/.test(typed), placesWrong),
        v.transform((typed) => (typed === "" ? null : Number(typed))),
      ),
      note: v.pipe(v.string(), v.trim(), v.maxLength(VIEWING_MAX.note)),
    }),
    v.forward(
      v.partialCheck(
        [["day"], ["from"], ["to"]],
        ({ day, from, to }) => from !== to && momentsOf({ day, from, to }) !== undefined,
        timeWrong,
      ),
      ["to"],
    ),
    v.transform(({ day, from, to, ...rest }) => {
      const moments = momentsOf({ day, from, to });
      return {
        ...rest,
        starts_at: moments?.start.toISOString() ?? "",
        ends_at: moments?.end.toISOString() ?? "",
      };
    }),
  );

type Stored = { starts_at: string; ends_at: string; places: number | null; note: string };

/** The form of a viewing as it is stored. */
export const typedViewing = ({ starts_at: start, ends_at: end, places, note }: Stored): TypedViewing => ({
  day: toDateValue(new Date(start)),
  from: toTimeValue(new Date(start)),
  to: toTimeValue(new Date(end)),
  places: places === null ? "" : String(places),
  note,
});

/** The fields that a form changed, with their old values as the screen showed them. */
export function changedFields(stored: Stored, wanted: Stored) {
  const isSame = (name: keyof Stored) =>
    name === "starts_at" || name === "ends_at"
      ? new Date(stored[name]).getTime() === new Date(wanted[name]).getTime()
      : stored[name] === wanted[name];
  const names = (["starts_at", "ends_at", "places", "note"] as const).filter((name) => !isSame(name));
  const of = (fields: Stored): Partial<Stored> => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { changes: of(wanted), expected: of(stored) };
}
