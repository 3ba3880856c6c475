/** What people do to the plan, with its words (document 5 §7). */
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import {
  type OfferStep,
  type PlanAnswer,
  useAnswerOffer,
  useAskForShift,
  useAskPerson,
  useAssignPlace,
  useDecidePlace,
  useOfferPlace,
  useSaveShifts,
  useStepOnPlace,
} from "#data/planned_shifts/mutations.ts";
import { useSetAseList, useSetAseSettings } from "#data/planned_shifts/lists.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { objectionText } from "./plan-rules.ts";
import { planTexts } from "./plan-texts.ts";

const { schedule, next, admin, settings } = planTexts;

/** Why nothing came of a call; undefined where it did. */
export function refusalOf(answer: PlanAnswer, isOwn: boolean): string | undefined {
  switch (answer.outcome) {
    case "full":
      return planTexts.isFull;
    case "changed":
      return typeof answer.by === "string" ? planTexts.changedBy(answer.by) : planTexts.changed;
    case "not_eligible":
      return (answer.reasons ?? []).map((reason) => objectionText(reason, isOwn)).join(". ");
    case "too_late":
      return schedule.tooLate(formatDateTime(answer.until));
    default:
      return undefined;
  }
}

const told = (answer: PlanAnswer, done: string, isOwn = true): ActionMessage => {
  const refusal = refusalOf(answer, isOwn);
  return refusal === undefined ? done : { kind: "error", text: refusal };
};
const failedWith = (text: string) => (error: unknown) => (isCaseRefusal(error) ? messageOf(error) : text);
const failed = failedWith(schedule.failed);

export const useSignUp = defineAction({
  mutation: useAskForShift,
  thing: ({ shift }) => shift,
  // A warning is a question, and no message.
  done: (answer) =>
    answer.outcome === "warnings"
      ? undefined
      : told(answer, answer.outcome === "assigned" ? schedule.assigned : schedule.asked),
  failed,
});

export const useConfirmPlace = defineAction({
  mutation: useStepOnPlace,
  thing: ({ place }) => place,
  done: (answer) => told(answer, next.confirmed),
  failed,
});

export const useAbsence = defineAction({
  mutation: useStepOnPlace,
  thing: ({ place }) => place,
  ask: () => ({
    title: next.absenceTitle,
    description: next.absenceText,
    confirmText: next.cannotCome,
    cancelText: next.keep,
    danger: true,
  }),
  done: (answer) => told(answer, next.absent),
  failed,
});

export const useLeave = defineAction({
  mutation: useStepOnPlace,
  thing: ({ place }) => place,
  ask: () => ({
    title: schedule.leaveTitle,
    description: schedule.leaveText,
    confirmText: schedule.leave,
    cancelText: next.keep,
    danger: true,
  }),
  done: (answer) => told(answer, schedule.takenBack),
  failed,
});

export const useTakeBack = defineAction({
  mutation: useStepOnPlace,
  thing: ({ place }) => place,
  done: (answer) => told(answer, schedule.takenBack),
  failed,
});

export const useOffering = defineAction({
  mutation: useOfferPlace,
  done: (answer) => told(answer, schedule.offered),
  failed: (error) => ({ text: failed(error), at: "form" }),
});

const OFFER_DONE: Record<OfferStep["kind"], string> = {
  agreed: schedule.takenOver,
  declined: schedule.declined,
  withdrawn: schedule.withdrawn,
  approved: admin.approved,
  refused: admin.refused,
};

export const useOfferAnswer = defineAction({
  mutation: useAnswerOffer,
  thing: ({ offer }) => offer,
  done: (answer, { kind }) =>
    kind === "approved" && answer.outcome === "not_eligible"
      ? undefined
      : told(
          answer,
          // With the admin's word the holder stays responsible until then.
          kind === "agreed" && answer.outcome === "agreed" ? admin.waitsForAdmin : OFFER_DONE[kind],
          kind !== "approved",
        ),
  failed,
});

export const useSaving = defineAction({
  mutation: useSaveShifts,
  done: (answer) => (answer.outcome === "changed" ? undefined : admin.saved),
  failed: (error) => ({ text: failedWith(admin.saveFailed)(error), at: "form" }),
});

export const usePublishing = defineAction({
  mutation: useSaveShifts,
  ask: ({ shifts }) => ({
    title: admin.publishTitle(shifts.length),
    description: admin.publishText,
    confirmText: admin.publish,
  }),
  done: (answer) => told(answer, admin.published, false),
  failed,
});

export const useCancelling = defineAction({
  mutation: useSaveShifts,
  thing: ({ shifts }) => shifts[0]?.id ?? "",
  ask: () => ({
    title: admin.cancelTitle,
    description: admin.cancelText,
    confirmText: admin.cancelShift,
    cancelText: admin.keep,
    danger: true,
  }),
  done: (answer) => told(answer, admin.cancelledDone, false),
  failed,
});

export const useCopying = defineAction({
  mutation: useSaveShifts,
  ask: ({ shifts }) => ({
    title: admin.copyTitle(shifts.length),
    description: admin.copyText,
    confirmText: admin.copyWeek,
  }),
  done: () => admin.copied,
  failed,
});

export const useAsking = defineAction({
  mutation: useAskPerson,
  thing: ({ employee }) => employee,
  done: (answer, { employee }) => told(answer, admin.asked(employee), false),
  failed,
});

export const usePlacing = defineAction({
  mutation: useAssignPlace,
  thing: ({ employee }) => employee,
  // Whoever is not eligible is placed with a reason, which a form asks.
  done: (answer) => (answer.outcome === "not_eligible" ? undefined : told(answer, admin.placed, false)),
  failed,
});

export const useRemoving = defineAction({
  mutation: useStepOnPlace,
  done: (answer) => told(answer, admin.takenOff, false),
  failed: (error) => ({ text: failed(error), at: "form" }),
});

export const useDeciding = defineAction({
  mutation: useDecidePlace,
  thing: ({ place }) => place,
  done: (answer, { approve }) =>
    answer.outcome === "not_eligible" ? undefined : told(answer, approve ? admin.approved : admin.refused, false),
  failed,
});

const savedUnlessChanged = ({ outcome }: { outcome: string }) => (outcome === "changed" ? undefined : settings.saved);
const notSaved = (error: unknown) => ({ text: failedWith(settings.failed)(error), at: "form" as const });

export const useListSaving = defineAction({ mutation: useSetAseList, done: savedUnlessChanged, failed: notSaved });
/** A position that is ticked says itself that it is stored. */
export const useTicking = defineAction({
  mutation: useSetAseList,
  done: () => undefined,
  failed: failedWith(settings.failed),
});
export const useSettingsSaving = defineAction({
  mutation: useSetAseSettings,
  done: savedUnlessChanged,
  failed: notSaved,
});
