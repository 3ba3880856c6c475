import { TakeError, useReleaseSlot, useTakeSlot } from "#data/vehicle_registrations/mutations.ts";
import type { Slot } from "#data/vehicle_registrations/slots.ts";
import { toast } from "#shared/feedback/toast.ts";
import type { Car } from "../rules/cars.ts";
import { texts } from "../texts.ts";

const { cars } = texts;

/** What a press on a car does for this chauffeur (document 2 §4, §8). A press while another is under way does nothing. */
export function useCarPress({ project, chauffeurId }: { project: string; chauffeurId: string }) {
  const take = useTakeSlot();
  const release = useReleaseSlot();
  const isBusy = take.isPending || release.isPending;

  async function press(car: Car): Promise<void> {
    if (isBusy) return;
    const claim = { project, chauffeurId, slot: car.slot };
    try {
      if (car.state === "other") {
        toast.error(cars.takenByOther);
      } else if (car.state === "own") {
        await release.mutateAsync(claim);
        toast.success(cars.removed);
      } else {
        await take.mutateAsync(claim);
        toast.success(cars.saved);
      }
    } catch (error) {
      if (car.state === "own") toast.error(cars.removeFailed);
      else tellLost(error);
    }
  }

  const pendingSlot: Slot | undefined = take.isPending
    ? take.variables.slot
    : release.isPending
      ? release.variables.slot
      : undefined;
  return { press, pendingSlot };
}

/** A car that could not be taken, and what became of the one that the chauffeur had. */
function tellLost(error: unknown): void {
  if (!(error instanceof TakeError)) {
    toast.error(cars.saveFailed);
    return;
  }
  const { previous, isKept } = error;
  toast.error(error.isTaken ? cars.takenByOther : cars.saveFailed, {
    ...(previous !== undefined && { description: isKept ? cars.keptCar(previous) : cars.lostCar(previous) }),
  });
}
