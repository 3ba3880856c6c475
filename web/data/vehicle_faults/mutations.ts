/** Reports faults of cars, and says that they are mended (document 5 §4). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";

export type Severity = "remark" | "not_to_be_driven";
/** A fault that somebody sees; its id is the caller's, so that a report sent twice is one. */
export type NewFault = { id: string; text: string; severity: Severity };

export type ReportAnswer = { outcome: "reported"; state: string };
export type FixAnswer = { outcome: "fixed" } | { outcome: "fixed_already"; by: string; at: string };

export const reportFault = async (
  acting: ActingPerson,
  { vehicleId, turnId, fault }: { vehicleId: string; turnId: string | undefined; fault: NewFault },
) =>
  (await ask(acting, (client) =>
    client.rpc("report_fault", {
      vehicle_id: vehicleId,
      fault,
      // The generated type lacks null.
      turn_id: (turnId ?? null) as string,
      acting_as: acting.id,
    }),
  )) as ReportAnswer;

export const fixFault = async (
  acting: ActingPerson,
  { faultId, eventId, note }: { faultId: string; eventId: string; note: string },
) =>
  (await ask(acting, (client) =>
    client.rpc("fix_fault", { fault_id: faultId, event_id: eventId, note, acting_as: acting.id }),
  )) as FixAnswer;

const LISTS = [["vehicle_faults"], ["vehicles"]] as const;
export const useReportFault = definePersonMutation(reportFault, LISTS);
export const useFixFault = definePersonMutation(fixFault, LISTS);
