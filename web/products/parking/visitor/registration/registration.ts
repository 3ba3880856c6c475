import * as v from "valibot";
import { DEFAULT_PARKING_MS } from "#contract/limits.ts";
import { parkingSchema } from "#data/parkings/schema.ts";
import { EARLIER_SPAN_NAMES, momentsOfSpan, skippedMessage } from "#shared/form/time-span.ts";
import { parseTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { withEarlierNames } from "#parking/kernel/drafts/restored-draft.ts";
import { followClock, isOver, type SetTimes, hasStartPassed } from "./parking-times.ts";
import { registrationTexts } from "./registration-texts.ts";

/** The values of the start-parking form, by the columns of a parking: dates as `yyyy-MM-dd`, times as people write them. */
export type Registration = {
  car_model: string;
  car_color: string;
  street: string;
  ref_number: string;
  discord_username: string;
  start_date: string;
  start_time: string;
  end_date: string;
  end_time: string;
};

/** The required fields: all but the Discord name, which is optional (document 1 §3 and §5). */
export const REQUIRED_FIELDS = [
  "car_model",
  "car_color",
  "street",
  "ref_number",
  "start_date",
  "start_time",
  "end_date",
  "end_time",
] as const satisfies readonly (keyof Registration)[];

/** An empty form: from now until two hours later (document 1 §5), in the company's zone. @param now milliseconds since 1970. */
export function newRegistration(now: number): Registration {
  const [start, end] = [new Date(now), new Date(now + DEFAULT_PARKING_MS)];
  return {
    car_model: "",
    car_color: "",
    street: "",
    ref_number: "",
    discord_username: "",
    start_date: toDateValue(start),
    start_time: toTimeValue(start),
    end_date: toDateValue(end),
    end_time: toTimeValue(end),
  };
}

/** Renames the fields of a stored registration from an earlier version. */
export const withRegistrationNames = (kept: object) =>
  withEarlierNames(kept, {
    carModel: "car_model",
    carColor: "car_color",
    plate: "ref_number",
    discord: "discord_username",
    ...EARLIER_SPAN_NAMES,
  } satisfies Record<string, keyof Registration>);

const time = v.pipe(
  v.string(),
  v.check((typed) => parseTime(typed) !== undefined, registrationTexts.wrongTime),
);
const parking = parkingSchema(registrationTexts.endBeforeStart, registrationTexts.noPlate);

/**
 * Converts the form to the columns of a parking; a column's message stands at the field of the same name (document 1 §5). Unset times are
 * first updated by the clock. An end in the past is refused, and a start that passed while the form was open is asked about.
 * @param set the times that the person set. @param clock milliseconds since 1970.
 */
export const registrationSchema = (set: SetTimes, clock: () => number = Date.now) =>
  v.pipe(
    v.object({
      car_model: v.string(),
      car_color: v.string(),
      street: v.string(),
      ref_number: v.string(),
      discord_username: v.string(),
      start_date: v.string(),
      start_time: time,
      end_date: v.string(),
      end_time: time,
    }),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const now = clock();
      const typed = { ...dataset.value, ...followClock(dataset.value, set, now) };
      const result = v.safeParse(parking, { ...typed, ...momentsOfSpan(typed) });
      if (!result.success) {
        for (const { path, message } of result.issues) {
          addIssue({ path, message: skippedMessage(typed, path?.[0]?.key) ?? message });
        }
        return NEVER;
      }
      const at = (key: "start_time" | "end_time", message: string) =>
        addIssue({
          path: [{ type: "object", origin: "value", input: dataset.value, key, value: typed[key] }],
          message,
        });
      const { start_time, end_time } = result.output;
      if (isOver(end_time, now)) at("end_time", registrationTexts.endIsOver);
      else if (hasStartPassed(start_time, set, now)) at("start_time", registrationTexts.startWentBy);
      else return result.output;
      return NEVER;
    }),
  );
