import type { Registration } from "#data/vehicle_registrations/queries.ts";
import { SLOTS, type Slot } from "#data/vehicle_registrations/slots.ts";

/** A car as a chauffeur sees it (document 2 §4): free, their own, or another chauffeur's; a taken car says since when. */
export type Car = { slot: Slot } & (
  | { state: "free" }
  | { state: "own"; takenAt: string }
  | { state: "other"; takenAt: string; chauffeurId: string }
);

/** The six cars of a project in order, as this chauffeur sees them. */
export function carsFor(registrations: readonly Registration[], chauffeurId: string): Car[] {
  return SLOTS.map((slot): Car => {
    const holder = registrations.find((registration) => registration.slot === slot);
    if (holder === undefined) return { slot, state: "free" };
    const { takenAt } = holder;
    if (holder.chauffeurId === chauffeurId) return { slot, state: "own", takenAt };
    return { slot, state: "other", takenAt, chauffeurId: holder.chauffeurId };
  });
}
