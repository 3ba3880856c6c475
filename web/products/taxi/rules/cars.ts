import type { Registration } from "#data/vehicle_registrations/queries.ts";
import { SLOTS } from "#data/vehicle_registrations/slots.ts";
import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";

/**
 * A car as a chauffeur sees it (document 2 §4): free, their own, or another chauffeur's; a taken car says since when. A car out of service is
 * nobody's (document 5 §4).
 */
export type Car = {
  slot: number;
  /** The car in the register, and its open turn; undefined while they are not read. */
  vehicle?: Vehicle;
  turn?: VehicleTurn;
  /** The number of open faults. */
  faults: number;
} & (
  | { state: "free" }
  | { state: "own"; takenAt: string }
  | { state: "other"; takenAt: string; chauffeurId: string }
  | { state: "out"; reason: string }
);

/** What the register adds to document 2's registrations. */
export type Fleet = {
  vehicles: readonly Vehicle[];
  turns: readonly VehicleTurn[];
  faults: readonly VehicleFault[];
};

export const NO_FLEET: Fleet = { vehicles: [], turns: [], faults: [] };

/** Whether the time of a turn is up, by which it has ended whatever list says else. */
export const isOver = ({ until }: Pick<VehicleTurn, "until">, now: number): boolean =>
  until !== null && Date.parse(until) <= now;

/** A car with its open turn. Once the turn's time is up the car is not returned, which the database's job stores within a minute. */
export function standOf(vehicle: Vehicle, turns: readonly VehicleTurn[], now: number) {
  const turn = turns.find((each) => each.vehicle_id === vehicle.id && each.ended_at === null);
  if (turn === undefined || !isOver(turn, now)) return { vehicle, turn };
  return { vehicle: { ...vehicle, not_returned_by: turn.chauffeur_id }, turn: undefined };
}

/** The cars of a project in order, as this chauffeur sees them: document 2's six, and those of the register. */
export function carsFor(
  registrations: readonly Registration[],
  chauffeurId: string,
  { vehicles, turns, faults }: Fleet,
  now: number,
): Car[] {
  const inUse = vehicles.filter(({ state }) => state !== "retired");
  const slots =
    vehicles.length === 0 ? [...SLOTS] : inUse.flatMap(({ slot }) => slot ?? []).toSorted((one, two) => one - two);
  return slots.map((slot): Car => {
    const vehicle = inUse.find((each) => each.slot === slot);
    const turn = turns.find((each) => each.slot === slot && each.ended_at === null);
    const holder = registrations.find((registration) => registration.slot === slot) ?? asHolder(turn, slot);
    const car = {
      slot,
      faults: faults.filter((fault) => fault.vehicle_id === vehicle?.id && fault.fixed_at === null).length,
      ...(vehicle !== undefined && { vehicle }),
      ...(turn !== undefined && { turn }),
    };
    if (holder !== undefined && !(turn !== undefined && isOver(turn, now))) {
      const { takenAt } = holder;
      if (holder.chauffeurId === chauffeurId) return { ...car, state: "own", takenAt };
      return { ...car, state: "other", takenAt, chauffeurId: holder.chauffeurId };
    }
    if (vehicle?.state === "out_of_service") return { ...car, state: "out", reason: vehicle.state_reason ?? "" };
    return { ...car, ...(vehicle !== undefined && { vehicle: standOf(vehicle, turns, now).vehicle }), state: "free" };
  });
}

/** The holder of a car beyond document 2's six, which has no registration. */
const asHolder = (turn: VehicleTurn | undefined, slot: number) =>
  turn !== undefined && slot > SLOTS.length ? { chauffeurId: turn.chauffeur_id, takenAt: turn.taken_at } : undefined;

/** The first slot that no car has which is not retired. */
export function firstFreeSlot(vehicles: readonly Vehicle[]): number {
  const taken = new Set(vehicles.filter(({ state }) => state !== "retired").map(({ slot }) => slot));
  let slot = 1;
  while (taken.has(slot)) slot += 1;
  return slot;
}
