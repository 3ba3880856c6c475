import { useCallback, useEffect } from "react";
import { useActingOnDevice } from "#data/acting.ts";
import { messageOf } from "#data/data-error.ts";
import { runQueueOf } from "#data/queue/run-queue.ts";
import { useRunningQueue } from "#data/queue/use-running-queue.ts";
import { retryRefused } from "#data/queue/use-waiting.ts";
import { sendCheck } from "#data/vehicle_checks/sending.ts";
import { sendStamp } from "#data/work_turns/stamps.ts";
import { subscribeToSessions } from "#session/store.ts";
import { isStamp } from "#session/work-clock/keep-stamp.ts";
import { forgetFactsOf } from "#shared/offline/device-store.ts";
import { forgetEmployees } from "./forget-employees.ts";
import { isCheck } from "./keep-check.ts";

/** Sends what waits on an employee's device: stamps of the clock, and checks of vehicles. */
export function useAmbulanceQueue() {
  const acting = useActingOnDevice();
  const { device } = acting;
  const runQueue = useCallback(
    () =>
      runQueueOf(acting.device, {
        send: async (entry) => {
          if (isStamp(entry)) await sendStamp(acting, entry.payload);
          else if (isCheck(entry)) await sendCheck(acting, entry.payload);
        },
        filesOf: () => [],
        refusalText: messageOf,
      }),
    [acting],
  );
  const retry = useCallback(() => retryRefused(device.owner), [device]);
  return { runQueue, retry };
}

/** Runs the queue of an employee's page while it is open, whichever of its tabs is shown. */
export function useRunningAmbulanceQueue(): void {
  const { device } = useActingOnDevice();
  const { runQueue, retry } = useAmbulanceQueue();
  useRunningQueue(runQueue, retry);
  // Turns on the device are for the login's own screens, also those of a login that ended while no page was open.
  useEffect(() => {
    void forgetEmployees(device.owner);
    return subscribeToSessions(() => {
      if (!device.isOpen()) void forgetFactsOf(device.owner).catch(() => undefined);
    });
  }, [device]);
}
