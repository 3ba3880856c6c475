import { isCaseRefusal } from "#data/data-error.ts";
import { useSetTaxiSettings } from "#data/taxi_settings/mutations.ts";
import { useFixFault } from "#data/vehicle_faults/mutations.ts";
import { useCorrectTurnKm, useEndTurn, useTakeCar } from "#data/vehicle_turns/presses.ts";
import { useCorrectOdometer, useSetVehicle, type VehicleAnswer } from "#data/vehicles/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { fleetTexts as labels } from "./fleet-texts.ts";

const failed = (error: unknown) =>
  ({ text: isCaseRefusal(error) ? error.message : labels.failed, at: "both" }) as const;

type Changed = { outcome: string; by?: string | null };

/** The message of an answer that may say that somebody else was faster. */
const savedOrChanged = (answer: Changed): ActionMessage =>
  answer.outcome === "changed" ? { text: labels.changed(answer.by ?? null), kind: "error" } : labels.saved;

/** Why a car was not changed; undefined where it was. */
export function refusalOf(answer: VehicleAnswer): string | undefined {
  switch (answer.outcome) {
    case "changed":
      return labels.changed(answer.by);
    case "taken":
      return labels.car.takenStill(answer.by);
    case "slot_taken":
      return labels.car.slotTaken(answer.slot);
    case "open_faults":
      return labels.car.openFaults(answer.faults.map(({ text }) => text).join(" · "));
    case "set":
    case "unchanged":
    default:
      return undefined;
  }
}

export const useVehicleChange = defineAction({
  mutation: useSetVehicle,
  done: (answer): ActionMessage | undefined => (refusalOf(answer) === undefined ? labels.saved : undefined),
  failed,
});

export const useEnding = defineAction({
  mutation: useEndTurn,
  done: (answer): ActionMessage =>
    answer.outcome === "ended"
      ? labels.car.ended
      : { text: labels.car.endedAlready(answer.by, toTimeValue(new Date(answer.at))), kind: "info" },
  failed,
});

export const useTakingFor = defineAction({
  mutation: useTakeCar,
  done: ({ outcome }): ActionMessage | undefined => (outcome === "warnings" ? undefined : labels.car.took),
  failed,
});

export const useOdometerCorrection = defineAction({ mutation: useCorrectOdometer, done: savedOrChanged, failed });
export const useKmCorrection = defineAction({ mutation: useCorrectTurnKm, done: savedOrChanged, failed });
export const useFixing = defineAction({ mutation: useFixFault, done: () => labels.car.fixedNow, failed });
export const useSettingsChange = defineAction({ mutation: useSetTaxiSettings, done: savedOrChanged, failed });
