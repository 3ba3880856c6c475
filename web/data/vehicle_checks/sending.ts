/** Sends checks of vehicles (document 5 §7). Each is one call that may be sent again, also long after the press. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import type { ItemKind } from "../checklist_items/queries.ts";
import type { Json } from "../database.gen.ts";
import type { CheckResult } from "./queries.ts";

/** An answer with its item as the crew reads it: the list may change before a check without a network arrives. */
export type CheckAnswer = {
  item_id: string;
  text: string;
  kind: ItemKind;
  minimum: number | null;
  is_critical: boolean;
  result: string;
  note: string | null;
};
export type NewCheck = {
  id: string;
  vehicle_id: string;
  turn_id: string;
  started_at: string;
  done_at: string;
  clock_error_ms: number;
  km: number | null;
  answers: CheckAnswer[];
};
export type CheckOutcome = {
  outcome: "stored";
  result: CheckResult;
  state: string;
  faults: { id: string; text: string; severity: string }[];
};

/** Sends a check; a repetition changes nothing and gets the first answer. */
export const sendCheck = async (acting: ActingPerson, check: NewCheck) =>
  (await ask(acting, (client) =>
    client.rpc("check_vehicle", { check: check as unknown as Json, acting_as: acting.id }),
  )) as CheckOutcome;
