/** The rules of a unit, with the limits that the database checks too. */
import * as v from "valibot";
import { UNIT_MAX } from "#contract/limits.ts";
import { OPERATIONAL_STATUSES } from "#contract/states.ts";

/** The columns of a unit that a dispatcher fills; texts are trimmed. @param numberMissing message when the unit number is blank. */
export const unitSchema = (numberMissing: string) =>
  v.object({
    unit_number: v.pipe(v.string(), v.trim(), v.nonEmpty(numberMissing), v.maxLength(UNIT_MAX.unitNumber)),
    location: v.pipe(v.string(), v.trim(), v.maxLength(UNIT_MAX.location)),
    status: v.pipe(v.string(), v.nonEmpty(), v.maxLength(UNIT_MAX.status)),
    occupation: v.pipe(v.string(), v.trim(), v.maxLength(UNIT_MAX.occupation)),
    vehicle_type: v.pipe(v.string(), v.trim(), v.maxLength(UNIT_MAX.vehicleType)),
    crew: v.pipe(v.string(), v.trim(), v.maxLength(UNIT_MAX.crew)),
    operational_status: v.picklist(OPERATIONAL_STATUSES),
  });

export type UnitDraft = v.InferOutput<ReturnType<typeof unitSchema>>;
