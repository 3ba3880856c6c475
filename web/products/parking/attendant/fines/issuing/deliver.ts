import { type CaseEvent, recordCaseEvent, type RecordedEvent } from "#data/fines/mutations.ts";
import { deliverOffline, isFineWaiting } from "./issue-offline.ts";

/** Records how a fine reached its driver. If the fine waits in the queue, this waits behind it. */
export const deliver = async (event: CaseEvent): Promise<RecordedEvent> =>
  ((await isFineWaiting(event.fineId)) ? await deliverOffline(event) : undefined) ?? recordCaseEvent(event);
