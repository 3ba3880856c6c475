import { expect, test } from "vitest";
import type { AseShift } from "#data/ase_shifts/queries.ts";
import { dutyOf, shiftWords } from "./shifts.ts";

const shift = (employeeId: string): AseShift => ({
  id: employeeId,
  employee_id: employeeId,
  name: null,
  started_at: "2026-11-22T06:00:00+00:00",
  ended_at: null,
});

test("one's own shift is separated from the colleagues', letter for letter", () => {
  const all = ["ASE-002", "ASE-001", "ase-001"].map(shift);
  expect(dutyOf(all, "ASE-001")).toEqual({ own: all[1], colleagues: [all[0], all[2]] });
  expect(dutyOf(all, "ASE-009").own).toBeUndefined();
});

// Spec rules §13: An employee starts
test.each([
  ["2026-11-22T06:00:00Z", "2026-11-22T14:05:00Z", "2026-11-22", "07:00 – 15:05", "8 h 5 min"],
  ["2026-11-21T20:00:00Z", "2026-11-22T06:00:00Z", "2026-11-21", "21:00 – 2026-11-22 07:00", "10 h"],
  // Clocks were set back in this night, so the shift was an hour longer than its times say.
  ["2026-10-24T22:00:00Z", "2026-10-25T05:00:00Z", "2026-10-25", "00:00 – 06:00", "7 h"],
])("%s to %s", (started_at, ended_at, day, times, length) => {
  expect(shiftWords({ started_at, ended_at })).toEqual({ day, times, length });
});
