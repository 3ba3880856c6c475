/** Asks for a car that somebody else has, answers, and takes it over after silence (document 5 §4). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import type { EndedAlready, TakeAnswer } from "../vehicle_turns/presses.ts";
import type { VehicleRequest } from "./queries.ts";

export type AskAnswer = { outcome: "asked"; request: VehicleRequest; holder: string } | { outcome: "free" };
type Answered = { outcome: "answered"; answer: string };
export type TakeOverAnswer = TakeAnswer | Answered | EndedAlready | { outcome: "too_early"; from: string | null };

export const askForCar = async (
  acting: ActingPerson,
  { project, slot, requestId }: { project: string; slot: number; requestId: string },
) =>
  (await ask(acting, (client) =>
    client.rpc("ask_for_car", { project, slot, request_id: requestId, acting_as: acting.id }),
  )) as AskAnswer;

export const answerRequest = async (
  acting: ActingPerson,
  { requestId, eventId, leaves }: { requestId: string; eventId: string; leaves: boolean },
) =>
  (await ask(acting, (client) =>
    client.rpc("answer_request", { request_id: requestId, event_id: eventId, leaves, acting_as: acting.id }),
  )) as Answered | EndedAlready;

export const takeOverCar = async (
  acting: ActingPerson,
  input: { requestId: string; turnId: string; eventId: string; startKm: number | null },
) =>
  (await ask(acting, (client) =>
    client.rpc("take_over_car", {
      request_id: input.requestId,
      turn_id: input.turnId,
      event_id: input.eventId,
      // The generated type lacks null.
      start_km: input.startKm as number,
      acting_as: acting.id,
    }),
  )) as TakeOverAnswer;

const LISTS = [["vehicle_requests"], ["vehicle_turns"], ["vehicles"], ["vehicle_registrations"]] as const;
export const useAskForCar = definePersonMutation(askForCar, LISTS);
export const useAnswerRequest = definePersonMutation(answerRequest, LISTS);
export const useTakeOverCar = definePersonMutation(takeOverCar, LISTS);
