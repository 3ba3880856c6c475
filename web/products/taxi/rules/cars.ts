import type { Registration } from "#data/vehicle_registrations/queries.ts";
import { SLOTS, type Slot } from "#data/vehicle_registrations/slots.ts";

/** A car as a chauffeur sees it (document 2 §4): free, their own, or another's. */
export type Car = { slot: Slot } & ({ state: "free" } | { state: "own" } | { state: "other"; chauffeurId: string });

/** The six cars of a project in order, as seen by this chauffeur. */
export function carsFor(registrations: readonly Registration[], chauffeurId: string): Car[] {
  return SLOTS.map((slot): Car => {
    const holder = registrations.find((registration) => registration.slot === slot);
    if (holder === undefined) return { slot, state: "free" };
    if (holder.chauffeurId === chauffeurId) return { slot, state: "own" };
    return { slot, state: "other", chauffeurId: holder.chauffeurId };
  });
}
