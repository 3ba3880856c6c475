/** Raises, acknowledges and clears alarms of units (document 5 §3). Each is one call with an id of its own, which may be sent again. */
import type { QueryClient } from "@tanstack/react-query";
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { asPulse } from "../contact.ts";
import { definePersonMutation } from "../define-mutation.ts";
import type { Row } from "../live.ts";
import { withAlarm } from "./open-alarms.ts";
import { type Alarm, alarmQueries } from "./queries.ts";
import { untilSent } from "./until-sent.ts";

export type AlarmOutcome = "helped" | "false_alarm" | "test";

export type RaiseAnswer = { outcome: "raised" | "open_already"; alarm: Row<"alarms"> } | { outcome: "gone" };
export type AlarmEventAnswer =
  | { outcome: "recorded"; alarm: Row<"alarms"> }
  | { outcome: "not_acknowledged"; alarm: Row<"alarms"> }
  | { outcome: "acknowledged_already" | "cleared_already"; by: string | null; at: string; alarm: Row<"alarms"> }
  | { outcome: "gone" };

export type Raise = { unitId: string; unitNumber: string; alarmId: string; place: string };

export type AlarmEvent = { alarmId: string; eventId: string } & (
  | { kind: "acknowledged" }
  | { kind: "place"; text: string }
  | { kind: "cleared"; outcome: AlarmOutcome; text: string }
);

/** Raises the alarm of a unit. Without a network it is sent again every second until the server has it. */
export const raiseAlarm = (acting: ActingPerson, raise: Raise): Promise<RaiseAnswer> =>
  untilSent(
    raise,
    async (signal) =>
      (await ask(acting, (client) =>
        client
          .rpc("raise_alarm", {
            unit_id: raise.unitId,
            alarm_id: raise.alarmId,
            place: raise.place,
            acting_as: acting.id,
          })
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

const { queryKey: OPEN } = alarmQueries.open();

/** Shows the alarm of an answer at once: whoever acknowledges is not kept waiting for one more fetch. */
function showAnswered(cache: QueryClient, answer: RaiseAnswer | AlarmEventAnswer): void {
  if (answer.outcome === "gone") return;
  cache.setQueryData<readonly Alarm[]>(OPEN, (open) => open && withAlarm(open, answer.alarm));
}

export const useRaiseAlarm = definePersonMutation(raiseAlarm, [OPEN], showAnswered);
export const useRecordAlarmEvent = definePersonMutation(recordAlarmEvent, [OPEN], showAnswered);
