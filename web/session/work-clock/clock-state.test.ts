import { expect, test } from "vitest";
import type { WorkTurn } from "#data/work_turns/queries.ts";
import type { Stamp } from "#data/work_turns/stamps.ts";
import { clockState } from "./clock-state.ts";
import { workedMs } from "./turn-times.ts";

const at = (time: string) => `2026-11-27T${time}:00Z`;
const NOW = Date.parse(at("17:00"));
const turn = (more: Partial<WorkTurn>) =>
  ({
    id: "t",
    started_at: at("08:00"),
    ended_at: null,
    status: "running",
    source: "clock",
    shift_registration_id: null,
    breaks: [],
    ...more,
  }) as WorkTurn;
const stamp = (step: Stamp["step"], time: string) =>
  ({
    step,
    at: at(time),
    clockErrorMs: 0,
    turnId: "q",
    breakId: "b",
    eventId: "e",
    kind: "attendant",
    project: "kaj",
  }) as Stamp;

// Spec 5 §6: Stamps wait in
test("stamps that wait on the device count as they were pressed", () => {
  const begun = [stamp("in", "08:00")];
  expect(clockState([], begun, NOW).running).toMatchObject({ id: "q", started_at: at("08:00") });
  const paused = [...begun, stamp("break_start", "12:00")];
  expect(clockState([], paused, NOW).breakSince).toBe(at("12:00"));
  const back = [...paused, stamp("break_end", "12:30")];
  expect(clockState([], back, NOW)).toMatchObject({
    breakSince: undefined,
    running: { breaks: [{ ended_at: at("12:30") }] },
  });
  const gone = clockState([], [...back, stamp("out", "16:00")], NOW);
  expect(gone).toMatchObject({ running: undefined, ended: { ended_at: at("16:00"), isResumable: false } });
  expect(workedMs(gone.ended!, NOW)).toBe(7.5 * 3_600_000);
});

test("a begin that waits on the device has the vehicle that it says", () => {
  const begun = { ...stamp("in", "08:00"), vehicleId: "v" } as Stamp;
  expect(clockState([], [begun], NOW).running).toMatchObject({ vehicle_id: "v" });
  expect(clockState([], [stamp("in", "08:00")], NOW).running).toMatchObject({ vehicle_id: null });
});

test("a second begin means the turn that runs, and an open break ends with the turn", () => {
  const state = clockState([turn({})], [stamp("in", "09:00"), stamp("break_start", "12:00")], NOW);
  expect(state.running).toMatchObject({ id: "t", started_at: at("08:00") });
  const { ended } = clockState([turn({})], [stamp("break_start", "12:00"), stamp("out", "16:00")], NOW);
  expect(workedMs(ended!, NOW)).toBe(4 * 3_600_000);
});

// Spec 5 §6: The person is
test("the last turn is offered for a shift for half a day, and those that nobody ended are asked about", () => {
  const done = turn({ status: "waiting", ended_at: at("06:00") });
  expect(clockState([done], [], NOW).ended).toMatchObject({ isResumable: false, isRegistered: false });
  expect(clockState([done], [], NOW + 3 * 3_600_000).ended).toBeUndefined();
  expect(clockState([turn({}), done], [], NOW).ended).toBeUndefined();
  const left = turn({ status: "waiting", is_forgotten: true });
  expect(clockState([left], [], NOW)).toMatchObject({ forgotten: [left], running: undefined });
});

// Spec 5 §6: `resume_turn
test("an end by mistake is offered to be taken back for ten minutes, unless it waits on the device or was reviewed", () => {
  const done = turn({ status: "waiting", ended_at: at("16:55") });
  expect(clockState([done], [], NOW).ended).toMatchObject({ isResumable: true });
  expect(clockState([done], [], NOW + 5 * 60_000).ended).toMatchObject({ isResumable: false });
  expect(clockState([{ ...done, status: "approved" }], [], NOW).ended).toMatchObject({ isResumable: false });
  expect(clockState([turn({})], [stamp("out", "16:59")], NOW).ended).toMatchObject({ isResumable: false });
});
