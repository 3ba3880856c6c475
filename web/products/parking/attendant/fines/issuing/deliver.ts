import type { ActingAttendant } from "#data/acting.ts";
import { type CaseEvent, recordCaseEvent, type RecordedEvent } from "#data/fines/mutations.ts";
import { deliverOffline, isFineWaiting } from "./issue-offline.ts";

/** Records how a fine reached its driver. If the fine waits in the queue, this waits behind it. */
export const deliver = async (acting: ActingAttendant, event: CaseEvent): Promise<RecordedEvent> =>
  ((await isFineWaiting(acting, event.fineId)) ? await deliverOffline(acting, event) : undefined) ??
  recordCaseEvent(acting, event);
