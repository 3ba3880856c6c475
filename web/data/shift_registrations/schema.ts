/** The rules of a new shift, with the limits that the database checks too. */
import * as v from "valibot";
import { SHIFT } from "#contract/limits.ts";

/**
 * The columns of a shift that an attendant fills; the description is trimmed.
 * @param endNotAfterStart message when the end is not after the start (document 1 §5); it belongs to `end_time`.
 */
export const shiftSchema = (endNotAfterStart: string) =>
  v.pipe(
    v.object({
      start_time: v.pipe(v.string(), v.isoTimestamp()),
      end_time: v.pipe(v.string(), v.isoTimestamp()),
      rating: v.pipe(v.number(), v.integer(), v.minValue(SHIFT.minRating), v.maxValue(SHIFT.maxRating)),
      description: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(SHIFT.maxDescription)),
    }),
    v.forward(
      v.check(({ start_time, end_time }) => Date.parse(end_time) > Date.parse(start_time), endNotAfterStart),
      ["end_time"],
    ),
  );
