import { expect, test } from "vitest";
import type { Registration } from "#data/vehicle_registrations/queries.ts";
import { carsFor } from "./cars.ts";

const held = (slot: Registration["slot"], chauffeurId: string): Registration => ({ id: `${slot}`, chauffeurId, slot });
const states = (registrations: Registration[]) => carsFor(registrations, "britta").map((car) => car.state);

test.each([
  [[], ["free", "free", "free", "free", "free", "free"]],
  [[held(2, "britta")], ["free", "own", "free", "free", "free", "free"]],
  [
    [held(6, "olle"), held(1, "britta")],
    ["own", "free", "free", "free", "free", "other"],
  ],
  // IDs are told apart letter for letter.
  [[held(3, "Britta")], ["free", "free", "other", "free", "free", "free"]],
])("registrations %j are seen as %j", (registrations, expected) => {
  expect(states(registrations)).toEqual(expected);
});

test("the cars come in order, and another's says whose it is", () => {
  const cars = carsFor([held(4, "olle")], "britta");
  expect(cars.map(({ slot }) => slot)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(cars[3]).toEqual({ slot: 4, state: "other", chauffeurId: "olle" });
});
