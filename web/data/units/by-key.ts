/** A unit for its crew, who have the key of its link and no login (document 5 §3). The read is the pulse of their screen. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Acting, useActing } from "../acting.ts";
import { untilSent } from "../alarms/until-sent.ts";
import { ask } from "../ask.ts";
import type { CallChanged, Step, StepAnswer } from "../calls/mutations.ts";
import type { Call, CallStatus, SentUnit } from "../calls/queries.ts";
import { asPulse, whileConnected } from "../contact.ts";
import type { UnitStatus } from "../unit_statuses/queries.ts";
import { queryOptions } from "../use-query.ts";
import type { Unit } from "./queries.ts";

/** An open call that the unit is on, with its steps. */
export type OwnCall = Pick<Call, "id" | "number" | "place" | "nature" | "priority"> &
  Pick<SentUnit, "assigned_at" | "en_route_at" | "on_scene_at">;

export type UnitBoard = {
  unit: Pick<Unit, "id" | "unit_number" | "location" | "status" | "status_since" | "checked_at" | "crew">;
  /** The unit's status, with its limits. */
  status: Pick<UnitStatus, "name" | "color" | "sign" | "check_after" | "overdue_after">;
  calls: OwnCall[];
  alarm: { raised_at: string; acknowledged_at: string | null } | null;
};

/** What a crew does. `place` is where an alarm is. */
export type CrewPress = { key: string; eventId: string; unitNumber: string } & (
  | { step: Step; callId: string }
  | { step: "checked" }
  | { step: "alarm"; place: string }
);
export type CrewAnswer = StepAnswer | { outcome: "confirmed" | "raised" | "open_already" | "none" | "gone" };

const boardKey = (key: string) => ["unit_board", key] as const;

/** The board of a key; null for a key that is none or has ended. */
export async function unitBoard(acting: Acting, key: string, signal: AbortSignal): Promise<UnitBoard | null> {
  const answer = await ask(acting, (client) => client.rpc("unit_board", { key }).abortSignal(signal));
  const told = answer as unknown as { outcome: "none" } | ({ outcome: "found" } & UnitBoard);
  return told.outcome === "none" ? null : told;
}

export const unitBoardQueries = {
  byKey: (key: string) =>
    queryOptions({
      queryKey: boardKey(key),
      queryFn: (acting) => asPulse((signal) => unitBoard(acting, key, signal)),
    }),
};

const send = async (acting: Acting, press: CrewPress, signal: AbortSignal) =>
  (await ask(acting, (client) =>
    client
      .rpc("act_as_unit", {
        key: press.key,
        event_id: press.eventId,
        step: press.step,
        call_id: ("callId" in press ? press.callId : null) as string,
        place: ("place" in press ? press.place : null) as string,
        at: null as never,
      })
      .abortSignal(signal),
  )) as CrewAnswer;

/** Does what a crew pressed. A step is refused at once without a network; an alarm is sent until the server has it. */
export const actAsUnit = (acting: Acting, press: CrewPress): Promise<CrewAnswer> =>
  press.step === "alarm"
    ? untilSent({ alarmId: press.eventId, unitNumber: press.unitNumber }, (signal) => send(acting, press, signal))
    : whileConnected((signal) => send(acting, press, signal));

export function useActAsUnit() {
  const acting = useActing();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (press: CrewPress) => actAsUnit(acting, press),
    onSuccess: (_, { key }) => void cache.invalidateQueries({ queryKey: boardKey(key) }),
  });
}

/** A step of the crew's that is taken back. */
export type CrewUndo = { key: string; eventId: string; undoId: string };
export type CrewUndoAnswer =
  | { outcome: "undone"; call: CallStatus }
  | { outcome: "none" | "gone" | "too_late" }
  | CallChanged;

/** Takes back a crew's own step, within 60 s and only while nobody acted on it since; refused at once without a network. */
export const undoAsUnit = (acting: Acting, { key, eventId, undoId }: CrewUndo): Promise<CrewUndoAnswer> =>
  whileConnected(
    async (signal) =>
      (await ask(acting, (client) =>
        client.rpc("undo_as_unit", { key, event_id: eventId, undo_id: undoId }).abortSignal(signal),
      )) as CrewUndoAnswer,
  );

export function useUndoAsUnit() {
  const acting = useActing();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (undo: CrewUndo) => undoAsUnit(acting, undo),
    onSuccess: (_, { key }) => void cache.invalidateQueries({ queryKey: boardKey(key) }),
  });
}
