import * as v from "valibot";
import { DEFAULT_PARKING_MS } from "#contract/limits.ts";
import { parkingSchema } from "#data/parkings/schema.ts";
import { momentsOfSpan, skippedMessage } from "#shared/form/time-span.ts";
import { parseTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { texts } from "../texts.ts";

/** The start-parking form as it is typed: dates as `yyyy-MM-dd`, times as people write them. */
export type Registration = {
  carModel: string;
  carColor: string;
  street: string;
  plate: string;
  discord: string;
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
};

/** What must be filled in: all but the Discord name, which a parking may lack (document 1 §3 and §5). */
export const REQUIRED_FIELDS = [
  "carModel",
  "carColor",
  "street",
  "plate",
  "startDate",
  "startTime",
  "endDate",
  "endTime",
] as const satisfies readonly (keyof Registration)[];

/** An empty form: from now until two hours later (document 1 §5), in the company's zone. @param now milliseconds since 1970. */
export function newRegistration(now: number): Registration {
  const [start, end] = [new Date(now), new Date(now + DEFAULT_PARKING_MS)];
  return {
    carModel: "",
    carColor: "",
    street: "",
    plate: "",
    discord: "",
    startDate: toDateValue(start),
    startTime: toTimeValue(start),
    endDate: toDateValue(end),
    endTime: toTimeValue(end),
  };
}

const time = v.pipe(
  v.string(),
  v.check((typed) => parseTime(typed) !== undefined, texts.register.wrongTime),
);
const parking = parkingSchema(texts.register.endBeforeStart);

/** Which field of the form a column's message belongs to. */
const FIELD_OF: Record<string, keyof Registration> = {
  car_model: "carModel",
  car_color: "carColor",
  street: "street",
  ref_number: "plate",
  discord_username: "discord",
  start_time: "startTime",
  end_time: "endTime",
};

/** From the typed form to the columns of a parking, with messages at the form's fields (document 1 §5). */
export const registrationSchema = v.pipe(
  v.object({
    carModel: v.string(),
    carColor: v.string(),
    street: v.string(),
    plate: v.string(),
    discord: v.string(),
    startDate: v.string(),
    startTime: time,
    endDate: v.string(),
    endTime: time,
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const typed = dataset.value;
    const result = v.safeParse(parking, {
      car_model: typed.carModel,
      car_color: typed.carColor,
      street: typed.street,
      ref_number: typed.plate,
      discord_username: typed.discord,
      ...momentsOfSpan(typed),
    });
    if (result.success) return result.output;
    for (const issue of result.issues) {
      const key = FIELD_OF[String(issue.path?.[0]?.key)] ?? "plate";
      addIssue({
        message: skippedMessage(typed, key) ?? issue.message,
        path: [{ type: "object", origin: "value", input: typed, key, value: typed[key] }],
      });
    }
    return NEVER;
  }),
);
