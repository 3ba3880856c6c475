import { expect, test } from "vitest";
import type { PlannedShift, ShiftPlace } from "#data/planned_shifts/queries.ts";
import { plannedVehicle } from "./planned-vehicle.ts";

const at = (time: string) => `2026-11-27T${time}:00Z`;
const shift = (vehicle: string | null, start: string, end: string, state = "assigned", who = "ASE-001") =>
  ({
    id: `${vehicle} ${start}`,
    vehicle_id: vehicle,
    starts_at: at(start),
    ends_at: at(end),
    people: [{ employee_id: who, state } as ShiftPlace],
  }) as PlannedShift;

// Spec 5 §7: clock_in of §6
test.each([
  ["an hour before the shift", [shift("a", "08:00", "16:00")], "07:00", "a"],
  ["earlier", [shift("a", "08:00", "16:00")], "06:59", undefined],
  ["until its end", [shift("a", "08:00", "16:00")], "15:59", "a"],
  ["at its end", [shift("a", "08:00", "16:00")], "16:00", undefined],
  ["of two, the one that begins nearest", [shift("a", "00:00", "08:00"), shift("b", "08:00", "16:00")], "07:30", "b"],
  ["of a place that was only asked for", [shift("a", "08:00", "16:00", "asked")], "08:00", undefined],
  ["of somebody else's shift", [shift("a", "08:00", "16:00", "assigned", "ASE-002")], "08:00", undefined],
  ["of a shift without a vehicle", [shift(null, "08:00", "16:00")], "08:00", undefined],
] as const)("the planned vehicle %s", (_name, shifts, moment, vehicle) => {
  expect(plannedVehicle(shifts, "ASE-001", at(moment))).toBe(vehicle);
});
