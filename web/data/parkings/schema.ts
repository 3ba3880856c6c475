/** The rules of a new parking, with the limits that the database checks too. */
import * as v from "valibot";
import { DISCORD_NAME_MAX, PARKING_MAX } from "#contract/limits.ts";
import { plateKey } from "#contract/plate.ts";

const text = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));

/**
 * The columns of a parking that a visitor fills. Texts are trimmed, the plate is in capitals, an empty Discord name becomes null.
 * @param endBeforeStart message when the end is before the start (document 1 §5); it belongs to `end_time`.
 * @param noPlate message for a plate without a letter or a digit.
 */
export const parkingSchema = (endBeforeStart: string, noPlate: string) =>
  v.pipe(
    v.object({
      car_model: text(PARKING_MAX.carModel),
      car_color: text(PARKING_MAX.carColor),
      street: text(PARKING_MAX.street),
      ref_number: v.pipe(
        text(PARKING_MAX.plate),
        v.toUpperCase(),
        v.check((plate) => plateKey(plate) !== "", noPlate),
      ),
      discord_username: v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(DISCORD_NAME_MAX),
        v.transform((name) => (name === "" ? null : name)),
      ),
      start_time: v.pipe(v.string(), v.isoTimestamp()),
      end_time: v.pipe(v.string(), v.isoTimestamp()),
    }),
    v.forward(
      v.check(({ start_time, end_time }) => Date.parse(end_time) >= Date.parse(start_time), endBeforeStart),
      ["end_time"],
    ),
  );

export type ParkingInput = v.InferInput<ReturnType<typeof parkingSchema>>;
