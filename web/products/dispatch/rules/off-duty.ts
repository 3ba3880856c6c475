import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";

export type OffDutyPlan = { changes: Unit[]; stays: { unit: Unit; why: "off-duty" | "alarm" | "on-call" }[] };

/** The units of a location (null: of all) that would go off duty, and those that stay, as the database decides (document 5 §3). */
export function offDutyPlan(
  units: readonly Unit[],
  statuses: readonly Pick<UnitStatus, "code" | "meaning">[],
  alarmed: ReadonlySet<string>,
  onCalls: ReadonlySet<string | null>,
  location: string | null,
): OffDutyPlan {
  const off = new Set(statuses.filter(({ meaning }) => meaning === "off_duty").map(({ code }) => code));
  const plan: OffDutyPlan = { changes: [], stays: [] };
  for (const unit of units) {
    if (location !== null && unit.location !== location) continue;
    if (off.has(unit.status)) plan.stays.push({ unit, why: "off-duty" });
    else if (alarmed.has(unit.id)) plan.stays.push({ unit, why: "alarm" });
    else if (onCalls.has(unit.id)) plan.stays.push({ unit, why: "on-call" });
    else plan.changes.push(unit);
  }
  return plan;
}
