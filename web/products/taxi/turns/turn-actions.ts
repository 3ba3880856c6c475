import { isCaseRefusal, isUnreachable } from "#data/data-error.ts";
import { useReportFault } from "#data/vehicle_faults/mutations.ts";
import { useAnswerRequest, useAskForCar, useTakeOverCar } from "#data/vehicle_requests/mutations.ts";
import {
  type KmWarning,
  type ReturnAnswer,
  useExtendTurn,
  useReturnCar,
  useTakeCar,
  useUndoReturn,
} from "#data/vehicle_turns/presses.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { texts } from "../texts.ts";
import { turnTexts as labels } from "./turn-texts.ts";

/** A reading with its thousands apart. */
export const kmText = (km: number): string => km.toLocaleString("sv-SE");

/** The questions of warnings, which the next press answers with yes. */
export const warningText = (warnings: readonly KmWarning[]): string =>
  warnings.map(({ code, last }) => labels.km[code](kmText(last))).join(" ");

/** The words of a failed press: the database's own, or those about the network. */
const failure = (error: unknown, { failed, noContact }: { failed: string; noContact: string }) =>
  isCaseRefusal(error) ? error.message : isUnreachable(error) ? noContact : failed;

export const useTaking = defineAction({
  mutation: useTakeCar,
  done: ({ outcome }, { slot }): ActionMessage | undefined => {
    if (outcome === "warnings") return undefined;
    return outcome === "out_of_service"
      ? { text: labels.take.out(texts.cars.car(slot)), kind: "info" }
      : texts.cars.saved;
  },
  failed: (error) => ({ text: failure(error, labels.take), at: "both" }),
});

export const useTakingOver = defineAction({
  mutation: useTakeOverCar,
  done: ({ outcome }): ActionMessage | undefined => {
    if (outcome === "taken") return texts.cars.saved;
    return outcome === "too_early" ? { text: labels.tile.tooEarly, kind: "info" } : undefined;
  },
  failed: (error) => ({ text: failure(error, labels.take), at: "both" }),
});

/** The message after a return; one that came too late keeps its reading, and says when the turn ended. */
const doneText = (answer: ReturnAnswer): ActionMessage | undefined => {
  if (answer.outcome === "warnings") return undefined;
  return answer.outcome === "returned"
    ? texts.cars.removed
    : { text: labels.leave.endedAlready(toTimeValue(new Date(answer.at))), kind: "info" };
};

export const useReturning = defineAction({
  mutation: useReturnCar,
  done: doneText,
  failed: (error) => ({ text: failure(error, labels.leave), at: "form" }),
});

export const useUndoing = defineAction({
  mutation: useUndoReturn,
  done: ({ outcome }): ActionMessage =>
    outcome === "undone" || outcome === "unchanged" ? texts.cars.saved : { text: labels.undoLate, kind: "error" },
  failed: () => texts.cars.saveFailed,
});

export const useExtending = defineAction({
  mutation: useExtendTurn,
  done: (answer): ActionMessage | undefined =>
    answer.outcome === "extended" ? labels.own.extended(toTimeValue(new Date(answer.until))) : undefined,
  failed: (error) => failure(error, { failed: labels.own.extendFailed, noContact: labels.own.extendFailed }),
});

export const useReporting = defineAction({
  mutation: useReportFault,
  done: () => labels.fault.done,
  failed: (error) => ({ text: failure(error, labels.fault), at: "form" }),
});

export const useAsking = defineAction({
  mutation: useAskForCar,
  done: (answer): ActionMessage =>
    answer.outcome === "asked" ? labels.tile.askSent(answer.holder) : { text: labels.tile.isFree, kind: "info" },
  failed: (error) => failure(error, { failed: labels.tile.askFailed, noContact: labels.tile.askFailed }),
});

export const useAnswering = defineAction({
  mutation: useAnswerRequest,
  done: (answer): ActionMessage | undefined =>
    answer.outcome === "answered" && answer.answer === "leaves" ? texts.cars.removed : undefined,
  failed: () => labels.own.answerFailed,
});
