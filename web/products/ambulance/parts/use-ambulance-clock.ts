import { AMBULANCE_PATH } from "#contract/projects.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { plannedShiftQueries } from "#data/planned_shifts/queries.ts";
import { useQuery } from "#data/use-query.ts";
import type { OwnTurnsScope } from "#data/work_turns/queries.ts";
import { defineClock } from "#session/work-clock/define-clock.ts";
import { DeviceFull } from "#shared/offline/device-full.ts";
import { plannedVehicle } from "../rules/planned-vehicle.ts";
import { texts } from "../texts.ts";
import { useAmbulanceQueue } from "./use-ambulance-queue.ts";

const labels = texts.employee;

const FAILED = {
  in: labels.startFailed,
  out: labels.endFailed,
  break_start: labels.breakFailed,
  break_end: labels.breakFailed,
  resume: labels.resumeFailed,
} as const;

const useDefinedClock = defineClock({
  stamped: ({ turn, outcome, earlier_start: earlier }, stamp) => {
    if (stamp.step === "in" && turn.id !== stamp.turnId)
      return { kind: "info", text: earlier === undefined ? labels.startedAlready : labels.startedEarlier };
    if (stamp.step === "in") return labels.started;
    if (outcome === "ended_already") return { kind: "info", text: labels.endedAlready };
    return stamp.step === "out" ? labels.ended : labels.breaks[stamp.step];
  },
  kept: labels.kept,
  failed: (error, step) => {
    if (error instanceof DeviceFull) return labels.deviceFull;
    return isCaseRefusal(error) ? error.message : FAILED[step];
  },
  resumed: labels.resumed,
  resumeLate: labels.resumeLate,
  askEnd: {
    title: labels.endTitle,
    description: labels.endText,
    confirmText: labels.end,
    cancelText: labels.keep,
  },
});

/** The own turns of an employee. */
export const ownTurns = (employeeId: string): OwnTurnsScope => ({
  kind: "ase-employee",
  userId: employeeId,
  project: AMBULANCE_PATH,
});

/** The clock of the ambulance's employees, whose stamps wait on the device without a network (document 5 §6). */
export function useAmbulanceClock(employeeId: string, focus: () => HTMLElement | null | undefined) {
  const { runQueue, retry } = useAmbulanceQueue();
  const { data: ahead = [] } = useQuery(plannedShiftQueries.ahead(employeeId));
  const vehicleAt = (moment: string) => plannedVehicle(ahead, employeeId, moment);
  return { ...useDefinedClock({ scope: ownTurns(employeeId), runQueue, focus, vehicleAt }), retry };
}
