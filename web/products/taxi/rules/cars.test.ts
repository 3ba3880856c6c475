import { expect, test } from "vitest";
import type { Registration } from "#data/vehicle_registrations/queries.ts";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { carsFor, NO_FLEET } from "./cars.ts";

const takenAt = "2026-11-22T06:05:00+00:00";
const held = (slot: Registration["slot"], chauffeurId: string): Registration => ({
  id: `${slot}`,
  chauffeurId,
  slot,
  takenAt,
});
const NOW = Date.parse("2026-11-22T08:00:00Z");
const seen = (registrations: Registration[], who: string) => carsFor(registrations, who, NO_FLEET, NOW);
const states = (registrations: Registration[]) => seen(registrations, "britta").map((car) => car.state);

test.each([
  [[], ["free", "free", "free", "free", "free", "free"]],
  [[held(2, "britta")], ["free", "own", "free", "free", "free", "free"]],
  [
    [held(6, "olle"), held(1, "britta")],
    ["own", "free", "free", "free", "free", "other"],
  ],
  // IDs are compared letter for letter.
  [[held(3, "Britta")], ["free", "free", "other", "free", "free", "free"]],
])("registrations %j are seen as %j", (registrations, expected) => {
  expect(states(registrations)).toEqual(expected);
});

test("the cars come in order, and a taken car says who has it and since when", () => {
  const cars = seen([held(4, "olle")], "britta");
  expect(cars.map(({ slot }) => slot)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(cars[3]).toEqual({ slot: 4, faults: 0, state: "other", takenAt, chauffeurId: "olle" });
  expect(seen([held(4, "olle")], "olle")[3]).toEqual({ slot: 4, faults: 0, state: "own", takenAt });
});

const vehicle = (slot: number, more: Partial<Vehicle> = {}): Vehicle => ({
  id: `v${slot}`,
  slot,
  name: `Bil ${slot}`,
  plate: null,
  model: "Volvo V90",
  state: "in_service",
  state_reason: null,
  odometer: null,
  not_returned_by: null,
  ...more,
});
const turn = (slot: number, chauffeurId: string, until: string | null = null) =>
  ({
    slot,
    chauffeur_id: chauffeurId,
    taken_at: takenAt,
    until,
    ended_at: null,
    vehicle_id: `v${slot}`,
  }) as VehicleTurn;

test("the register says which cars there are, and which are out of service", () => {
  const vehicles = [
    vehicle(8),
    vehicle(1),
    vehicle(2, { state: "out_of_service", state_reason: "Bromsar" }),
    vehicle(3, { state: "retired" }),
  ];
  const fleet = { vehicles, turns: [turn(8, "olle")], faults: [] };
  expect(carsFor([held(1, "britta")], "britta", fleet, NOW)).toMatchObject([
    { slot: 1, state: "own" },
    { slot: 2, state: "out", reason: "Bromsar" },
    { slot: 8, state: "other", chauffeurId: "olle" },
  ]);
});

// Spec 5 §4: Such a car
// Until the database's job ends the turn, its registration stands.
test.each([
  ["2026-11-22T08:00:01Z", "own"],
  ["2026-11-22T08:00:00Z", "free"],
])("a car whose turn lasts until %s is %s", (until, state) => {
  const fleet = { vehicles: [vehicle(1)], turns: [turn(1, "britta", until)], faults: [] };
  const by = state === "free" ? "britta" : null;
  expect(carsFor([held(1, "britta")], "britta", fleet, NOW)).toMatchObject([
    { state, vehicle: { not_returned_by: by } },
  ]);
});
