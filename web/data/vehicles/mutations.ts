/** Changes the register of cars, by the taxi's admin (document 5 §4). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import type { Vehicle } from "./queries.ts";

/** The fields of a car that the admin changes; a new car has all of them. */
export type VehicleFields = Pick<Vehicle, "slot" | "name" | "plate" | "model" | "state" | "state_reason">;

export type VehicleChange = {
  project: string;
  id: string;
  eventId: string;
  changes: Partial<VehicleFields>;
  /** What the screen showed of the changed fields; undefined for a new car. */
  expected: Partial<VehicleFields> | undefined;
  /** Whether the turn of a taken car may end. */
  mayEndTurn?: boolean;
};

export type VehicleAnswer =
  | { outcome: "set"; state: string }
  | { outcome: "unchanged" }
  | { outcome: "changed"; now: Partial<VehicleFields>; by: string | null; at: string | null }
  | { outcome: "taken"; by: string; since: string }
  | { outcome: "slot_taken"; slot: number }
  | { outcome: "open_faults"; faults: { id: string; text: string }[] };

/** Adds a car, changes it, or puts it into or out of service. */
export const setVehicle = async (
  acting: ActingPerson,
  { project, id, eventId, changes, expected = {}, mayEndTurn = false }: VehicleChange,
) =>
  (await ask(acting, (client) =>
    client.rpc("set_vehicle", {
      vehicle: { id, project_id: project, ...changes },
      event_id: eventId,
      expected,
      end_turn: mayEndTurn,
      acting_as: acting.id,
    }),
  )) as VehicleAnswer;

export type OdometerAnswer =
  | { outcome: "set" | "unchanged" }
  | { outcome: "changed"; now: { odometer: number | null }; by: string | null; at: string | null };

export const correctOdometer = async (
  acting: ActingPerson,
  input: { vehicle: Vehicle; eventId: string; odometer: number; reason: string },
) =>
  (await ask(acting, (client) =>
    client.rpc("correct_odometer", {
      vehicle_id: input.vehicle.id,
      event_id: input.eventId,
      expected: { odometer: input.vehicle.odometer },
      odometer: input.odometer,
      reason: input.reason,
      acting_as: acting.id,
    }),
  )) as OdometerAnswer;

const CARS = [["vehicles"], ["vehicle_turns"], ["vehicle_registrations"]] as const;
export const useSetVehicle = definePersonMutation(setVehicle, CARS);
export const useCorrectOdometer = definePersonMutation(correctOdometer, CARS);
