import { type CrewAnswer, type CrewPress, useActAsUnit } from "#data/units/by-key.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { callTexts } from "../calls/call-texts.ts";
import { refusedPress } from "../parts/refused-press.ts";
import { crewTexts as texts } from "./crew-texts.ts";

const stepText = ({ step }: CrewPress) => (step === "checked" || step === "alarm" ? "" : callTexts.steps[step]);

function messageOf(answer: CrewAnswer, press: CrewPress): ActionMessage | undefined {
  const { outcome } = answer;
  if (outcome === "recorded") return texts.done(stepText(press));
  if (outcome === "recorded_already" || outcome === "cleared_already") {
    const time = toTimeValue(new Date(answer.at));
    return { kind: "info", text: callTexts.step.already(press.unitNumber, answer.by, time) };
  }
  if (outcome === "confirmed") return texts.confirmed;
  // The screen shows the alarm.
  if (outcome === "raised" || outcome === "open_already") return undefined;
  return { kind: "error", text: texts.ended };
}

/** What a crew presses. Each press runs once, however often it is touched. */
export const useCrewPress = defineAction({
  mutation: useActAsUnit,
  thing: (press) => ("callId" in press ? `${press.step} ${press.callId}` : press.step),
  done: messageOf,
  failed: (error, { step }) =>
    step === "alarm" ? texts.alarmFailed : refusedPress(error, texts.notSent, texts.failed),
});
