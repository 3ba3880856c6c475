import { expect, test } from "vitest";
import type { Registration } from "#data/vehicle_registrations/queries.ts";
import { carsFor } from "./cars.ts";

const takenAt = "2026-11-22T06:05:00+00:00";
const held = (slot: Registration["slot"], chauffeurId: string): Registration => ({
  id: `${slot}`,
  chauffeurId,
  slot,
  takenAt,
});
const states = (registrations: Registration[]) => carsFor(registrations, "britta").map((car) => car.state);

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
  const cars = carsFor([held(4, "olle")], "britta");
  expect(cars.map(({ slot }) => slot)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(cars[3]).toEqual({ slot: 4, state: "other", takenAt, chauffeurId: "olle" });
  expect(carsFor([held(4, "olle")], "olle")[3]).toEqual({ slot: 4, state: "own", takenAt });
});
