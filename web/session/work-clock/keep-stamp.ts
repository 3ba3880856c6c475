// Stamps that wait on the device without a network (document 5 §6). Attendants' wait in the queue of their other work.
import type { ActingOnDevice } from "#data/acting.ts";
import type { Stamp } from "#data/work_turns/stamps.ts";
import { changeWaiting, keepWaiting, listWaiting, type Waiting } from "#shared/offline/device-store.ts";

/** A row of the device's queue with a stamp. */
export type WaitingStamp = Omit<Waiting, "kind" | "payload"> & { kind: "stamp"; payload: Stamp };

export const isStamp = (row: Pick<Waiting, "kind">): row is WaitingStamp => row.kind === "stamp";

const idOf = (stamp: Stamp): string => {
  if (stamp.step === "in") return stamp.turnId;
  return stamp.step === "out" ? stamp.eventId : `${stamp.breakId} ${stamp.step}`;
};

/** Stores a stamp on the device until there is a network; it is sent after the stamp before it. @throws DeviceFull */
export async function keepStamp({ device }: ActingOnDevice, stamp: Stamp): Promise<void> {
  const before = (await listWaiting(device.owner)).findLast(isStamp);
  const needs = before === undefined ? {} : { needs: before.id };
  await keepWaiting(device.owner, [{ kind: "stamp", id: idOf(stamp), payload: stamp, ...needs }]);
}

/** Puts another vehicle into a start that waits on the device. Gives whether it still waits. @throws DeviceFull */
export const keepVehicle = ({ device }: ActingOnDevice, turnId: string, vehicleId: string): Promise<boolean> =>
  changeWaiting(device.owner, turnId, (payload) => ({ ...(payload as Stamp), vehicleId }));
