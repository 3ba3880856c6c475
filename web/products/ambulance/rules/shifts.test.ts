import { expect, test } from "vitest";
import type { TurnRow } from "#data/work_turns/queries.ts";
import { colleaguesOf, shiftWords } from "./shifts.ts";

test("one's own shift is separated from the colleagues', letter for letter", () => {
  const all = ["ASE-002", "ASE-001", "ase-001"].map((id) => ({ id, user_id: id }) as TurnRow);
  expect(colleaguesOf(all, "ASE-001")).toEqual([all[0], all[2]]);
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
