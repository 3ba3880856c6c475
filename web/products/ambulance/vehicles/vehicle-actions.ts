/** What people do to the ambulance's vehicles, with its words (document 5 §7). */
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { useSetAseList } from "#data/planned_shifts/lists.ts";
import { useSendCheck, useTakeBackFault } from "#data/vehicle_checks/mutations.ts";
import type { CheckOutcome, NewCheck } from "#data/vehicle_checks/sending.ts";
import { useFixFault } from "#data/vehicle_faults/mutations.ts";
import { useSetVehicle, type VehicleAnswer } from "#data/vehicles/mutations.ts";
import { useChangeVehicle } from "#data/work_turns/stamps.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { DeviceFull } from "#shared/offline/device-full.ts";
import { keepCheck } from "../parts/keep-check.ts";
import { vehicleTexts } from "./vehicle-texts.ts";

const { check, faults, admin, checklist } = vehicleTexts;

type Kept = { outcome: "kept" };

/** The words for a check that was not sent. */
export const sendFailure = (error: unknown) => {
  if (error instanceof DeviceFull) return check.deviceFull;
  return isCaseRefusal(error) ? messageOf(error) : check.sendFailed;
};

export const useCheckSending = defineAction<NewCheck, CheckOutcome | Kept>({
  mutation: useSendCheck,
  withoutNetwork: async (acting, sent) => {
    await keepCheck(acting, sent);
    return { outcome: "kept" };
  },
  done: (answer): ActionMessage => {
    if (answer.outcome === "kept") return { kind: "info", text: check.kept };
    return answer.result === "ready" ? check.sent.ready : { kind: "info", text: check.sent[answer.result] };
  },
  failed: sendFailure,
});

const failedWith = (text: string) => (error: unknown) => (isCaseRefusal(error) ? messageOf(error) : text);
const inForm = (text: string) => (error: unknown) =>
  ({ text: isCaseRefusal(error) ? messageOf(error) : text, at: "form" }) as const;

export const useVehicleChoice = defineAction({
  mutation: useChangeVehicle,
  done: ({ outcome }): ActionMessage | undefined =>
    outcome === "changed" ? { kind: "error", text: check.changedMeanwhile } : undefined,
  failed: inForm(check.changeFailed),
});

export const useTakingBack = defineAction({
  mutation: useTakeBackFault,
  thing: ({ faultId }) => faultId,
  done: (answer): ActionMessage => {
    if (answer.outcome === "fixed_already") return { kind: "info", text: faults.fixedAlready(answer.by) };
    if (answer.outcome === "too_late") return { kind: "error", text: faults.tooLate };
    return answer.state === "in_service" ? faults.takenBackInService : faults.takenBack;
  },
  failed: failedWith(faults.failed),
});

export const useMending = defineAction({
  mutation: useFixFault,
  done: (answer): ActionMessage =>
    answer.outcome === "fixed" ? faults.mended : { kind: "info", text: faults.fixedAlready(answer.by) },
  failed: inForm(faults.failed),
});

/** Why a vehicle was not changed; undefined where it was. */
export function vehicleRefusal(answer: VehicleAnswer): string | undefined {
  if (answer.outcome === "changed") return admin.changed(answer.by ?? admin.somebody);
  if (answer.outcome === "open_faults") return admin.openFaults(answer.faults.map(({ text }) => text).join(" · "));
  return undefined;
}

export const useVehicleSaving = defineAction({
  mutation: useSetVehicle,
  done: (answer): ActionMessage | undefined => (vehicleRefusal(answer) === undefined ? admin.saved : undefined),
  failed: inForm(admin.saveFailed),
});

export const useChecklistSaving = defineAction({
  mutation: useSetAseList,
  done: ({ outcome }) => (outcome === "changed" ? undefined : checklist.saved),
  failed: inForm(checklist.saveFailed),
});
