/** Checks vehicles, and takes wrong faults back (document 5 §7). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { sendCheck } from "./sending.ts";

export type TakenBack =
  | { outcome: "taken_back"; state: string }
  | { outcome: "fixed_already"; by: string; at: string }
  | { outcome: "too_late" };

const takeBackFault = async (acting: ActingPerson, { faultId, eventId }: { faultId: string; eventId: string }) =>
  (await ask(acting, (client) =>
    client.rpc("take_back_fault", { fault_id: faultId, event_id: eventId, acting_as: acting.id }),
  )) as TakenBack;

const LISTS = [["vehicles"], ["vehicle_faults"], ["vehicle_checks"]] as const;
export const useSendCheck = definePersonMutation(sendCheck, LISTS);
export const useTakeBackFault = definePersonMutation(takeBackFault, LISTS);
