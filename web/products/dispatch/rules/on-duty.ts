import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { isInService } from "./roster-filter.ts";
import type { Duty } from "./shown-rows.ts";

type Meanings = readonly Pick<UnitStatus, "code" | "meaning">[];

/** The units that are on duty, or free and on duty; the empty text gives the whole array. */
export function unitsOnDuty<U extends Pick<Unit, "status" | "operational_status">>(
  units: readonly U[],
  statuses: Meanings,
  duty: Duty,
): readonly U[] {
  if (duty === "") return units;
  const meanings = new Map(statuses.map(({ code, meaning }) => [code, meaning]));
  return units.filter(({ status, operational_status }) => {
    const meaning = meanings.get(status);
    return isInService(operational_status) && (duty === "free" ? meaning === "free" : meaning !== "off_duty");
  });
}

/** The units on duty, and the free ones of them (document 5 §3): in service, with a status that is not one of off duty. */
export function dutyOf(
  units: readonly Pick<Unit, "status" | "operational_status">[],
  statuses: Meanings,
): { free: number; onDuty: number } {
  const onDuty = unitsOnDuty(units, statuses, "on-duty");
  return { free: unitsOnDuty(onDuty, statuses, "free").length, onDuty: onDuty.length };
}
