import { type AlarmEvent, type AlarmEventAnswer, useRaiseAlarm, useRecordAlarmEvent } from "#data/alarms/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { alarmTexts } from "./alarm-texts.ts";

const { raise, event: texts } = alarmTexts;

/** Raises the alarm of a unit; the action runs until the server has it. */
export const useRaise = defineAction({
  mutation: useRaiseAlarm,
  thing: ({ unitId }) => unitId,
  done: (answer, { unitNumber }): ActionMessage => {
    if (answer.outcome === "gone") return { kind: "error", text: raise.failed, description: raise.gone };
    if (answer.outcome === "open_already") return { kind: "info", text: raise.openAlready(unitNumber) };
    return raise.raised(unitNumber);
  },
  failed: () => raise.failed,
});

const DONE = { acknowledged: texts.acknowledged, place: texts.placed, cleared: texts.cleared };

function messageOf(answer: AlarmEventAnswer, { kind }: AlarmEvent): ActionMessage {
  if (answer.outcome === "gone") return { kind: "info", text: texts.gone };
  const { unit_number: unit } = answer.alarm;
  if (answer.outcome === "recorded") return DONE[kind](unit);
  if (answer.outcome === "not_acknowledged") return { kind: "error", text: texts.notYet };
  const text = answer.outcome === "acknowledged_already" ? texts.already : texts.clearedAlready;
  return { kind: "info", text: text(unit, answer.by ?? alarmTexts.somebody, toTimeValue(new Date(answer.at))) };
}

/** Records what happened to an alarm. */
export const useRecord = defineAction({
  mutation: useRecordAlarmEvent,
  thing: ({ alarmId }) => alarmId,
  done: messageOf,
  failed: () => texts.failed,
});
