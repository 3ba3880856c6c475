import type { ActingAttendant } from "#data/acting.ts";
import type { Stamp } from "#data/work_turns/stamps.ts";
import { keepWaiting, listWaiting } from "#shared/offline/device-store.ts";
import { newEntry } from "../queue/keep.ts";

const idOf = (stamp: Stamp): string => {
  if (stamp.step === "in") return stamp.turnId;
  return stamp.step === "out" ? stamp.eventId : `${stamp.breakId} ${stamp.step}`;
};

/** Stores a stamp on the device until there is a network; it is sent after the stamp before it. @throws DeviceFull */
export async function keepStamp({ device }: ActingAttendant, stamp: Stamp): Promise<void> {
  const before = (await listWaiting(device.owner)).findLast(({ kind }) => kind === "stamp");
  await keepWaiting(device.owner, [newEntry("stamp", idOf(stamp), stamp, before?.id)]);
}
