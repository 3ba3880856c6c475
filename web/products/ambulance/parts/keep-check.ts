// Checks of vehicles that wait on the device without a network (document 5 §7).
import type { ActingOnDevice } from "#data/acting.ts";
import type { NewCheck } from "#data/vehicle_checks/sending.ts";
import { keepWaiting, listWaiting, type Waiting } from "#shared/offline/device-store.ts";

/** A row of the device's queue with a check. */
export type WaitingCheck = Omit<Waiting, "kind" | "payload"> & { kind: "vehicle check"; payload: NewCheck };

export const isCheck = (row: Pick<Waiting, "kind">): row is WaitingCheck => row.kind === "vehicle check";

/** Stores a check on the device until there is a network; it is sent after what waits before it, such as the begin of its turn. @throws DeviceFull */
export async function keepCheck({ device }: ActingOnDevice, check: NewCheck): Promise<void> {
  const before = (await listWaiting(device.owner)).at(-1);
  const needs = before === undefined ? {} : { needs: before.id };
  await keepWaiting(device.owner, [{ kind: "vehicle check", id: check.id, payload: check, ...needs }]);
}
