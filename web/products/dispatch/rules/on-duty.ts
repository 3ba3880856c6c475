import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { isInService } from "./roster-filter.ts";

type Meanings = readonly Pick<UnitStatus, "code" | "meaning">[];

/** The units on duty, and the free ones of them (document 5 §3): in service, with a status that is not one of off duty. */
export function dutyOf(
  units: readonly Pick<Unit, "status" | "operational_status">[],
  statuses: Meanings,
): { free: number; onDuty: number } {
  const meanings = new Map(statuses.map(({ code, meaning }) => [code, meaning]));
  const onDuty = units
    .filter(({ operational_status }) => isInService(operational_status))
    .map(({ status }) => meanings.get(status))
    .filter((meaning) => meaning !== "off_duty");
  return { free: onDuty.filter((meaning) => meaning === "free").length, onDuty: onDuty.length };
}
