import type { Stamp } from "#data/work_turns/stamps.ts";
import type { Break, WorkTurn } from "#data/work_turns/queries.ts";

/** A turn as the clock shows it, with the stamps that still wait on the device. */
export type ShownTurn = Pick<WorkTurn, "id" | "started_at" | "ended_at" | "vehicle_id"> & { breaks: Break[] };

export type ClockState = {
  /** The turn that runs. */
  running: ShownTurn | undefined;
  /** The begin of the break that goes on. */
  breakSince: string | undefined;
  /** The latest turn that was ended, while it may be registered as a shift. */
  ended: (ShownTurn & { isRegistered: boolean; isResumable: boolean }) | undefined;
  /** Turns that nobody ended: the person is asked when they ended. */
  forgotten: WorkTurn[];
};

/** An end by mistake is taken back within ten minutes. */
const RESUMED_MS = 10 * 60_000;
/** A turn that ended longer ago is no longer offered for a shift. */
const OFFERED_MS = 12 * 3_600_000;

/** The state of a person's clock: the turns that the database knows, then the stamps that wait, in their order. */
export function clockState(turns: readonly WorkTurn[], stamps: readonly Stamp[], now: number): ClockState {
  let running: ShownTurn | undefined = turns.find(({ status }) => status === "running");
  const latest = turns.find(({ ended_at: end, source }) => end !== null && source === "clock");
  let ended: ClockState["ended"] = latest && {
    ...latest,
    isRegistered: latest.shift_registration_id !== null,
    isResumable: latest.status === "waiting" && Date.parse(latest.ended_at ?? "") > now - RESUMED_MS,
  };
  for (const stamp of stamps) {
    if (stamp.step === "in")
      running ??= {
        id: stamp.turnId,
        started_at: stamp.at,
        ended_at: null,
        vehicle_id: stamp.vehicleId ?? null,
        breaks: [],
      };
    else if (stamp.step === "out") {
      if (running !== undefined)
        ended = {
          ...running,
          ended_at: stamp.at,
          breaks: running.breaks.map((pause) => ({ ...pause, ended_at: pause.ended_at ?? stamp.at })),
          isRegistered: false,
          isResumable: false,
        };
      running = undefined;
    } else if (running !== undefined) running = { ...running, breaks: withBreak(running.breaks, stamp) };
  }
  const isOffered = running === undefined && ended !== undefined && Date.parse(ended.ended_at ?? "") > now - OFFERED_MS;
  return {
    running,
    breakSince: running?.breaks.find(({ ended_at: end }) => end === null)?.started_at,
    ended: isOffered ? ended : undefined,
    forgotten: turns.filter(({ status, ended_at: end }) => status === "waiting" && end === null),
  };
}

function withBreak(breaks: readonly Break[], stamp: Stamp & { breakId: string }): Break[] {
  const isOpen = breaks.some(({ ended_at: end }) => end === null);
  if (stamp.step === "break_start")
    return isOpen ? [...breaks] : [...breaks, { id: stamp.breakId, started_at: stamp.at, ended_at: null }];
  return breaks.map((pause) => (pause.ended_at === null ? { ...pause, ended_at: stamp.at } : pause));
}
