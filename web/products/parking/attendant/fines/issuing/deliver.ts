import type { ActingOnDevice } from "#data/acting.ts";
import { type CaseEvent, recordCaseEvent, type RecordedEvent } from "#data/fines/mutations.ts";
import type { Delivery } from "#contract/cases.ts";
import { keepWaiting } from "#shared/offline/device-store.ts";
import { newEntry } from "../../queue/keep.ts";
import { isFineWaiting } from "./waiting-fine.ts";

/** Stores how a fine reached its driver, until it can be sent. @throws DeviceFull */
export async function deliverOffline(
  acting: ActingOnDevice,
  { fineId, eventId, data }: CaseEvent,
): Promise<RecordedEvent | undefined> {
  const { owner, isOpen } = acting.device;
  if (!isOpen()) return undefined;
  const delivery = data?.["delivery"] as Delivery;
  await keepWaiting(owner, [newEntry("delivery", eventId, { fineId, eventId, delivery }, fineId)]);
  return { outcome: "recorded", status: "issued", left_ore: 0, last_event: fineId };
}

/** Records how a fine reached its driver. If the fine waits in the queue, this waits behind it. */
export const deliver = async (acting: ActingOnDevice, event: CaseEvent): Promise<RecordedEvent> =>
  ((await isFineWaiting(acting, event.fineId)) ? await deliverOffline(acting, event) : undefined) ??
  recordCaseEvent(acting, event);
