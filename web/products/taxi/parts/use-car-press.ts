import { useEffect, useState } from "react";
import { type SlotChange, TakeError, useChangeSlot } from "#data/vehicle_registrations/mutations.ts";
import type { Slot } from "#data/vehicle_registrations/slots.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { toast } from "#shared/feedback/toast.ts";
import type { Car } from "../rules/cars.ts";
import { texts } from "../texts.ts";

const { cars } = texts;

/** The time in which `Ångra` takes the released car back, in milliseconds. */
const UNDO_MS = 5000;

/** The time in which a changed car ignores presses, in milliseconds, because people press twice. */
const REST_MS = 600;

/** Takes or releases a car (document 2 §4, §8). Only one change runs at a time, for all cars. */
const useSlotChange = defineAction({
  mutation: useChangeSlot,
  done: (_none, { does }) => (does === "take" ? cars.saved : cars.removed),
  failed: (error, { does }) => (does === "take" ? lostText(error) : cars.removeFailed),
});

export type CarPresses = {
  press: (car: Car) => Promise<void>;
  /** The car that was released a moment ago; `undo` takes it again. */
  released: Slot | undefined;
  undo: () => Promise<void>;
  /** The car that is being taken or released. */
  pending: Slot | undefined;
  /** The car that just changed and still ignores presses. */
  resting: Slot | undefined;
};

/** Handles a chauffeur's press on a car. A press during another change does nothing. */
export function useCarPress({ project, chauffeurId }: { project: string; chauffeurId: string }): CarPresses {
  const change = useSlotChange();
  const [latest, setLatest] = useState<Slot>();
  const [released, setReleased] = useForAWhile<Slot>(UNDO_MS);
  const [resting, setResting] = useForAWhile<Slot>(REST_MS);

  async function run(slot: Slot, does: SlotChange["does"]) {
    if (change.isPending() || slot === resting) return;
    setLatest(slot);
    const { status } = await change.run({ project, chauffeurId, slot, does });
    if (status === "running") return;
    setResting(slot);
    if (status === "done") setReleased(does === "release" ? slot : undefined);
  }

  async function press(car: Car) {
    if (car.state === "other") toast.error(cars.takenByOther);
    else await run(car.slot, car.state === "own" ? "release" : "take");
  }

  async function undo() {
    if (released !== undefined) await run(released, "take");
  }

  return { press, released, undo, pending: change.isPending() ? latest : undefined, resting };
}

/** A value that is forgotten after a while. */
function useForAWhile<Value>(ms: number) {
  const [kept, setKept] = useState<{ value: Value }>();
  useEffect(() => {
    if (kept === undefined) return undefined;
    const timer = setTimeout(() => setKept(undefined), ms);
    return () => clearTimeout(timer);
  }, [kept, ms]);
  const keep = (value: Value | undefined) => setKept(value === undefined ? undefined : { value });
  return [kept?.value, keep] as const;
}

/** The message that a car could not be taken, with the car that the chauffeur still has. */
function lostText(error: unknown): ActionMessage {
  if (!(error instanceof TakeError)) return cars.saveFailed;
  const { kept, isTaken } = error;
  const description = kept === undefined ? undefined : cars.keptCar(kept);
  return { text: isTaken ? cars.takenByOther : cars.saveFailed, description };
}
