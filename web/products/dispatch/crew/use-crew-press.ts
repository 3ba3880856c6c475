import { useEffect, useState } from "react";
import { type CrewAnswer, type CrewPress, useActAsUnit, useUndoAsUnit } from "#data/units/by-key.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { randomKey } from "#shared/random-key.ts";
import { callTexts } from "../calls/call-texts.ts";
import { toldChange, toldStep } from "../calls/use-call-actions.ts";
import { refusedPress } from "../parts/refused-press.ts";
import { UNDO_MS } from "../rules/last-press.ts";
import { crewTexts as texts } from "./crew-texts.ts";

const stepText = ({ step }: CrewPress) => (step === "checked" || step === "alarm" ? "" : callTexts.steps[step]);

function messageOf(answer: CrewAnswer, press: CrewPress): ActionMessage | undefined {
  const { outcome } = answer;
  if (outcome === "recorded") return texts.done(stepText(press));
  if (outcome === "recorded_already" || outcome === "cleared_already")
    return press.step === "checked" || press.step === "alarm"
      ? undefined
      : toldStep(answer, press.unitNumber, press.step);
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

const useUndo = defineAction({
  mutation: useUndoAsUnit,
  done: (answer) => {
    if (answer.outcome === "undone") return callTexts.undo.done;
    if (answer.outcome === "changed") return toldChange(answer);
    if (answer.outcome === "none") return { kind: "error", text: texts.ended };
    return { kind: "error", text: callTexts.undo.failed, description: callTexts.undo.tooLate };
  },
  failed: (error) => refusedPress(error, callTexts.undo.failed, callTexts.undo.failed),
});

/** A step that the crew may take back. */
export type LastStep = { eventId: string; name: string };

/** The crew's last step and its undo, for 60 s (document 5 §3). */
export function useLastStep(key: string) {
  const undoing = useUndo();
  const [last, setLast] = useState<LastStep>();
  useEffect(() => {
    if (last === undefined) return undefined;
    const timer = setTimeout(() => setLast(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);

  async function undo({ eventId }: LastStep) {
    const outcome = await undoing.run({ key, eventId, undoId: randomKey() });
    if (outcome.status === "done") setLast((now) => (now?.eventId === eventId ? undefined : now));
  }
  return { last, remember: setLast, undo, isPending: undoing.isPending() };
}
