import { useState } from "react";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { CarForm, CorrectOdometer, EndTurn, TakeFor, TakeOut } from "./car-dialogs.tsx";
import { refusalOf, useVehicleChange } from "./fleet-actions.ts";
import { fleetTexts } from "./fleet-texts.ts";

const labels = fleetTexts.car;

type Dialog = "change" | "out" | "end" | "take" | "odometer";

type Action = {
  label: string;
  /** The name for screen readers, with the car; it begins with the label. */
  name?: string;
  onPress: () => void;
  isPending?: boolean;
  /** A car that is as it should be asks for nothing. */
  isCalm?: boolean;
};

type ButtonProps = { action: Action; isMain?: boolean; className?: string };

/** The button of an action; `isMain` in a row, where calm ones have no frame. */
export function ActionButton({ action, isMain = false, className }: ButtonProps) {
  const { label, name = label, onPress, isPending = false, isCalm = false } = action;
  return (
    <Button
      size="small"
      variant={isMain && isCalm ? "ghost" : "secondary"}
      className={className}
      aria-label={name}
      pending={isPending}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}

export type CarActionsProps = { project: string; vehicle: Vehicle; turn: VehicleTurn | undefined; freeSlot: number };

/** The admin's actions on a car in its state: the main one, the rest, and the dialog of the one that was pressed. */
export function useCarActions({ project, vehicle, turn, freeSlot }: CarActionsProps) {
  const [dialog, setDialog] = useState<Dialog>();
  const onClose = () => setDialog(undefined);
  return {
    ...useActions({ project, vehicle, turn, open: setDialog }),
    dialog: (
      <>
        {dialog === "change" && <CarForm {...{ project, vehicle, freeSlot, onClose }} />}
        {dialog === "out" && <TakeOut {...{ project, vehicle, turn, onClose }} />}
        {dialog === "end" && turn !== undefined && <EndTurn {...{ vehicle, turn, onClose }} />}
        {dialog === "take" && <TakeFor {...{ project, vehicle, onClose }} />}
        {dialog === "odometer" && <CorrectOdometer {...{ vehicle, onClose }} />}
      </>
    ),
  };
}

type ActionsProps = Omit<CarActionsProps, "freeSlot"> & { open: (dialog: Dialog) => void };

/** The actions by state. Each name is said once: the label, and the car behind it. */
function useActions({ project, vehicle, turn, open }: ActionsProps): { main: Action; rest: Action[] } {
  const { change, setState, retire } = useStateChange(project, vehicle);
  const { state } = vehicle;
  const of = (label: string) => labels.of(label, vehicle.name);
  const to = (dialog: Dialog, label: string): Action => ({ label, name: of(label), onPress: () => open(dialog) });
  const intoService = (label: string): Action => ({
    label,
    name: of(label),
    onPress: () => void setState("in_service"),
    isPending: change.isPending(),
  });
  if (state === "retired") return { main: intoService(labels.takeUp), rest: [] };
  const corrections = [to("odometer", labels.correct), to("change", labels.changeShort)];
  const retiring: Action = { label: labels.retire, name: of(labels.retire), onPress: () => void retire() };
  if (state === "out_of_service") return { main: intoService(labels.takeIn), rest: [...corrections, retiring] };
  const takingOut = to("out", labels.takeOut);
  return turn === undefined
    ? { main: { ...takingOut, isCalm: true }, rest: [to("take", labels.takeFor), ...corrections, retiring] }
    : {
        main: { label: labels.endShort, name: labels.end(vehicle.name), onPress: () => open("end") },
        rest: [takingOut, ...corrections],
      };
}

/** Puts a car into service, or retires it after a question. A refusal says why. */
function useStateChange(project: string, vehicle: Vehicle) {
  const change = useVehicleChange();
  async function setState(state: Vehicle["state"]) {
    const outcome = await change.run({
      project,
      id: vehicle.id,
      eventId: randomKey(),
      changes: { state },
      expected: { state: vehicle.state },
    });
    const refusal = outcome.status === "done" ? refusalOf(outcome.result) : undefined;
    if (refusal !== undefined) toast.error(refusal);
  }
  async function retire() {
    const title = labels.retireNamed(vehicle.name);
    if (await confirm({ title, description: labels.retireText, confirmText: labels.retire })) await setState("retired");
  }
  return { change, setState, retire };
}
