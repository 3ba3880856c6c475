import { useEffect, useState } from "react";
import { isCaseRefusal } from "#data/data-error.ts";
import { type SlotChange, TakeError, useChangeSlot } from "#data/vehicle_registrations/mutations.ts";
import type { Slot } from "#data/vehicle_registrations/slots.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { toast } from "#shared/feedback/toast.ts";
import { randomKey } from "#shared/random-key.ts";
import { SLOTS } from "#data/vehicle_registrations/slots.ts";
import type { Car } from "../rules/cars.ts";
import { texts } from "../texts.ts";
import { useReturning, useTaking, useUndoing } from "../turns/turn-actions.ts";

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
  /** The car that was released a moment ago; `undo` takes it again, in the same turn where that is known. */
  released: number | undefined;
  /** Says that a car was returned by its sheet. */
  noteReturned: (slot: number, turnId: string) => void;
  undo: () => Promise<void>;
  /** The car that is being taken or released. */
  pending: number | undefined;
  /** The car that just changed and still ignores presses. */
  resting: number | undefined;
};

type PressOptions = {
  project: string;
  chauffeurId: string;
  /** Opens the sheet of a handover; undefined where one press takes a car. */
  openSheet: ((car: Car) => void) | undefined;
};

/** Handles a chauffeur's press on a car. A press during another change does nothing. */
export function useCarPress({ project, chauffeurId, openSheet }: PressOptions): CarPresses {
  const change = useSlotChange();
  const [taking, returning, undoing] = [useTaking(), useReturning(), useUndoing()];
  const [latest, setLatest] = useState<number>();
  const [released, setReleased] = useForAWhile<{ slot: number; turnId: string | undefined }>(UNDO_MS);
  const [resting, setResting] = useForAWhile<number>(REST_MS);
  const isPending = [change, taking, returning, undoing].some((action) => action.isPending());

  async function run({ slot, turn }: Pick<Car, "slot" | "turn">, does: SlotChange["does"]) {
    if (isPending || slot === resting) return;
    setLatest(slot);
    const status = isSlot(slot)
      ? (await change.run({ project, chauffeurId, slot, does })).status
      : await runBeyond(slot, turn?.id, does);
    if (status === "running") return;
    setResting(slot);
    if (status === "done") setReleased(does === "release" ? { slot, turnId: turn?.id } : undefined);
  }

  /** A car beyond document 2's six has no registration. */
  async function runBeyond(slot: number, turnId: string | undefined, does: SlotChange["does"]) {
    const nothing = { faults: [], accepted: [], endKm: null };
    if (does === "take")
      return (await taking.run({ project, slot, turnId: randomKey(), startKm: null, ...nothing })).status;
    if (turnId === undefined) return "refused" as const;
    return (await returning.run({ turnId, eventId: randomKey(), at: new Date().toISOString(), ...nothing })).status;
  }

  async function press(car: Car) {
    if (car.state === "other") toast.error(cars.takenByOther);
    else if (car.state === "out" || (openSheet !== undefined && isPending)) return;
    else if (openSheet === undefined) await run(car, car.state === "own" ? "release" : "take");
    else openSheet(car);
  }

  async function undo() {
    if (released === undefined || isPending || released.slot === resting) return;
    const { slot, turnId } = released;
    if (turnId === undefined) {
      await run({ slot }, "take");
      return;
    }
    setLatest(slot);
    const { status } = await undoing.run({ turnId, eventId: randomKey() });
    if (status === "running") return;
    setResting(slot);
    if (status === "done") setReleased(undefined);
  }

  return {
    press,
    released: released?.slot,
    noteReturned: (slot, turnId) => setReleased({ slot, turnId }),
    undo,
    pending: isPending ? latest : undefined,
    resting,
  };
}

const isSlot = (slot: number): slot is Slot => (SLOTS as readonly number[]).includes(slot);

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
  const { kept, isTaken, cause } = error;
  const description = kept === undefined ? undefined : cars.keptCar(kept);
  // A car out of service, or one that wants a reading: the database says why.
  return { text: isTaken ? cars.takenByOther : isCaseRefusal(cause) ? cause.message : cars.saveFailed, description };
}
