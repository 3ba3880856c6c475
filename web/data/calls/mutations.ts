/** What a dispatcher does to calls (document 5 §3). Each is one call with an id of its own, and is told instead of overwriting. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ActingPerson, useActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { whileConnected } from "../contact.ts";
import type { Json } from "../database.gen.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { asOwnPress } from "../units/own-changes.ts";
import { unitQueries } from "../units/queries.ts";
import { type Call, callQueries, CALLS_KEY, type CallStatus } from "./queries.ts";

export type NewCall = {
  id: string;
  place: string;
  nature: string;
  priority: number;
  caller: string;
  received_at?: string;
};
/** An open call of the same place. */
export type SimilarCall = Pick<Call, "id" | "number" | "place" | "nature" | "received_at">;
type StoredCall = Omit<Call, "units">;
export type CallFields = Pick<Call, "place" | "nature" | "priority"> & { caller: string };

export type ReceiveAnswer = { outcome: "received"; call: StoredCall; similar: SimilarCall[] };
/** The answer to a press that somebody else was faster than. `by` is null where nobody is known. */
export type CallChanged = { outcome: "changed"; now: CallStatus; by: string | null; at: string | null };
export type FieldsChanged = Omit<CallChanged, "now"> & { now: CallStatus | Partial<CallFields> };
export type ChangeAnswer = { outcome: "set" | "unchanged"; call: StoredCall } | FieldsChanged;

/** Why a dispatcher is asked before a unit goes. */
export type SendingCode = "busy" | "on-call" | "off-duty" | "standby" | "maintenance" | "below-minimum";
export type AskedUnit = { unit: string; unit_number: string; codes: SendingCode[]; call_number: string | null };
export type AssignAnswer =
  | { outcome: "assigned"; call: StoredCall; units: { unit_id: string }[]; asked: AskedUnit[] }
  | CallChanged;

export type Step = "en_route" | "on_scene" | "cleared";
export type StepAnswer =
  | { outcome: "recorded"; at: string; status: CallStatus }
  | { outcome: "recorded_already" | "cleared_already"; by: string | null; at: string };

export type EventAnswer = { outcome: "recorded" | "unchanged"; status: CallStatus } | CallChanged;

/** Stores a call, and names open calls of the same place. */
export const receiveCall = async (acting: ActingPerson, call: NewCall) =>
  (await ask(acting, (client) => client.rpc("receive_call", { call, acting_as: acting.id }))) as ReceiveAnswer;

/** Who called, who was said to before a change, and who called of a call's duplicates. */
export type OpenedCaller = {
  outcome: "opened";
  caller: string;
  earlier: string[];
  duplicates: { number: string; caller: string }[];
};

/** Opens who called; the trail says who did. */
export const openCaller = async (acting: ActingPerson, { callId }: { callId: string }) =>
  (await ask(acting, (client) => client.rpc("open_caller", { call_id: callId, acting_as: acting.id }))) as OpenedCaller;

/** Closes a call into another one. */
export const markDuplicate = async (
  acting: ActingPerson,
  { callId, of, eventId }: { callId: string; of: string; eventId: string },
) =>
  (await ask(acting, (client) =>
    client.rpc("mark_duplicate", { call_id: callId, of, event_id: eventId, acting_as: acting.id }),
  )) as EventAnswer;

/** Changes what is said of a call. @param input.expected the old values of the changed fields. */
export const changeCall = async (
  acting: ActingPerson,
  input: { callId: string; eventId: string; expected: Partial<CallFields>; changes: Partial<CallFields> },
) =>
  (await ask(acting, (client) =>
    client.rpc("change_call", {
      call_id: input.callId,
      event_id: input.eventId,
      expected: input.expected,
      changes: input.changes,
      acting_as: acting.id,
    }),
  )) as ChangeAnswer;

export type Assignment = {
  callId: string;
  eventId: string;
  unitIds: string[];
  /** What the dispatcher was asked and accepted. */
  accepted: { unit_id: string; codes: SendingCode[] }[];
};

/** Sends units to a call. */
export const assignUnits = async (acting: ActingPerson, { callId, eventId, unitIds, accepted }: Assignment) =>
  (await ask(acting, (client) =>
    client.rpc("assign_units", {
      call_id: callId,
      event_id: eventId,
      unit_ids: unitIds,
      accepted: accepted as Json,
      acting_as: acting.id,
    }),
  )) as AssignAnswer;

export type UnitStep = { callId: string; unitId: string; eventId: string; step: Step; at?: string };

/** Records a step of a unit on a call; without `at`, now. */
export const recordUnitStep = async (acting: ActingPerson, { callId, unitId, eventId, step, at }: UnitStep) =>
  (await ask(acting, (client) =>
    client.rpc("record_unit_step", {
      call_id: callId,
      unit_id: unitId,
      event_id: eventId,
      step,
      at: at ?? (null as never),
      acting_as: acting.id,
    }),
  )) as StepAnswer;

export type CallNews = { callId: string; eventId: string } & (
  | { kind: "noted"; text: string }
  | { kind: "closed"; expected: CallStatus; result: string }
  | { kind: "reopened"; expected: CallStatus; text: string }
);

/** Adds a note, closes a call, or opens it again. */
export const recordCallEvent = async (acting: ActingPerson, news: CallNews) =>
  (await ask(acting, (client) =>
    client.rpc("record_call_event", {
      call_id: news.callId,
      event_id: news.eventId,
      kind: news.kind,
      expected_status: ("expected" in news ? news.expected : null) as string,
      result: ("result" in news ? news.result : null) as string,
      text: ("text" in news ? news.text : null) as string,
      acting_as: acting.id,
    }),
  )) as EventAnswer;

/** Takes back an assignment, a step or a closing of one's own, within 60 s and only while nobody acted on it since. */
export const undoCallPress = async (acting: ActingPerson, { eventId, undoId }: { eventId: string; undoId: string }) =>
  (await ask(acting, (client) =>
    client.rpc("undo_press", { event_id: eventId, undo_id: undoId, acting_as: acting.id }),
  )) as { outcome: "undone"; call: CallStatus } | { outcome: "too_late" | "gone" } | CallChanged;

/** Statuses of units may follow each of these. */
const STALE = [CALLS_KEY, unitQueries.roster().queryKey];

/** Makes the hook of a press that others rely on: refused at once without a network, and answered before the lists are there again. */
const definePress = <Input, Answer>(
  call: (acting: ActingPerson, input: Input) => Promise<Answer>,
  /** Notes on the screen what the answer says. */
  note?: (cache: QueryClient, answer: Answer, input: Input) => void,
) =>
  function usePress() {
    const acting = useActingPerson();
    const cache = useQueryClient();
    return useMutation({
      mutationFn: (input: Input) => asOwnPress(() => whileConnected(() => call(acting, input))),
      onSuccess: (answer, input) => {
        note?.(cache, answer, input);
        for (const queryKey of STALE) void cache.invalidateQueries({ queryKey });
      },
    });
  };

/** Gives a call on the screen its new status at once: a dispatcher's next press expects what the last one did. */
function noteStatus(cache: QueryClient, callId: string, status: string | undefined): void {
  if (status === undefined) return;
  cache.setQueryData<Call[]>(callQueries.open().queryKey, (calls) =>
    calls?.map((call) => (call.id === callId ? { ...call, status: status as CallStatus } : call)),
  );
}

export const useOpenCaller = definePersonMutation(openCaller);
export const useReceiveCall = definePress(receiveCall);
export const useChangeCall = definePress(changeCall);
export const useMarkDuplicate = definePress(markDuplicate);
export const useAssignUnits = definePress(assignUnits, (cache, answer, { callId }) =>
  noteStatus(cache, callId, answer.outcome === "assigned" ? answer.call.status : answer.now),
);
export const useRecordUnitStep = definePress(recordUnitStep, (cache, answer, { callId }) =>
  noteStatus(cache, callId, answer.outcome === "recorded" ? answer.status : undefined),
);
export const useRecordCallEvent = definePress(recordCallEvent, (cache, answer, { callId }) =>
  noteStatus(cache, callId, answer.outcome === "changed" ? answer.now : answer.status),
);
export const useUndoCallPress = definePress(undoCallPress);
