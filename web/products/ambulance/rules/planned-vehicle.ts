import type { PlannedShift } from "#data/planned_shifts/queries.ts";

/** A turn belongs to the own planned shift from an hour before it begins. */
const BEFORE_MS = 3_600_000;

/** The vehicle of the own planned shift that a turn belongs to which begins at a moment, as the database finds it (`own_planned_place`). */
export function plannedVehicle(
  shifts: readonly PlannedShift[],
  employeeId: string,
  moment: string,
): string | undefined {
  const at = Date.parse(moment);
  const distance = ({ starts_at: start }: PlannedShift) => Math.abs(Date.parse(start) - at);
  const [own] = shifts
    .filter(
      ({ people, starts_at: start, ends_at: end }) =>
        at >= Date.parse(start) - BEFORE_MS &&
        at < Date.parse(end) &&
        people.some(({ employee_id: who, state }) => who === employeeId && state === "assigned"),
    )
    .toSorted((a, b) => distance(a) - distance(b));
  return own?.vehicle_id ?? undefined;
}
