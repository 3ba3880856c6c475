/** Raises, acknowledges and clears alarms of units (document 5 §3). Each is one call with an id of its own, which may be sent again. */
import { useSyncExternalStore } from "react";
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { asPulse } from "../contact.ts";
import { isUnreachable } from "../data-error.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { type Alarm, alarmQueries } from "./queries.ts";

export type AlarmOutcome = "helped" | "false_alarm" | "test";

export type RaiseAnswer = { outcome: "raised" | "open_already"; alarm: Alarm } | { outcome: "gone" };
export type AlarmEventAnswer =
  | { outcome: "recorded"; alarm: Alarm }
  | { outcome: "not_acknowledged"; alarm: Alarm }
  | { outcome: "acknowledged_already" | "cleared_already"; by: string | null; at: string; alarm: Alarm }
  | { outcome: "gone" };

export type Raise = { unitId: string; unitNumber: string; alarmId: string; place: string };

export type AlarmEvent = { alarmId: string; eventId: string } & (
  | { kind: "acknowledged" }
  | { kind: "place"; text: string }
  | { kind: "cleared"; outcome: AlarmOutcome; text: string }
);

/** The pause before an alarm that found no server is sent again, in milliseconds. */
const AGAIN_MS = 1000;

/** The units whose alarm found no server yet, by the alarm's id. */
let unsent: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function noteUnsent({ alarmId, unitNumber }: Raise, isUnsent: boolean): void {
  if (unsent.has(alarmId) === isUnsent) return;
  const others = [...unsent].filter(([id]) => id !== alarmId);
  unsent = new Map(isUnsent ? [...others, [alarmId, unitNumber]] : others);
  for (const listener of listeners) listener();
}

/** The numbers of the units whose alarm found no server yet, by the alarm's id; followed by the screen. */
export const useUnsentAlarms = (): ReadonlyMap<string, string> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unsent,
  );

/** Raises the alarm of a unit. Without a network it is sent again every second until the server has it. */
export async function raiseAlarm(acting: ActingPerson, raise: Raise): Promise<RaiseAnswer> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try follows the one before
      const answer = await sendAlarm(acting, raise);
      noteUnsent(raise, false);
      return answer;
    } catch (error) {
      noteUnsent(raise, isUnreachable(error));
      if (!isUnreachable(error)) throw error;
      // oxlint-disable-next-line no-await-in-loop -- the pause before the next try
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

const sendAlarm = (acting: ActingPerson, { unitId, alarmId, place }: Raise) =>
  asPulse(
    async (signal) =>
      (await ask(acting, (client) =>
        client
          .rpc("raise_alarm", { unit_id: unitId, alarm_id: alarmId, place, acting_as: acting.id })
          .abortSignal(signal),
      )) as RaiseAnswer,
  );

/** Records what happened to an alarm. */
export const recordAlarmEvent = (acting: ActingPerson, event: AlarmEvent) =>
  asPulse(
    async (signal) =>
      (await ask(acting, (client) =>
        client
          .rpc("record_alarm_event", {
            alarm_id: event.alarmId,
            event_id: event.eventId,
            kind: event.kind,
            outcome: event.kind === "cleared" ? event.outcome : "",
            text: "text" in event ? event.text : "",
            acting_as: acting.id,
          })
          .abortSignal(signal),
      )) as AlarmEventAnswer,
  );

export const useRaiseAlarm = definePersonMutation(raiseAlarm, [alarmQueries.open().queryKey]);
export const useRecordAlarmEvent = definePersonMutation(recordAlarmEvent, [alarmQueries.open().queryKey]);
