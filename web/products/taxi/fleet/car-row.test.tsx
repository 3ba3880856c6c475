import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { ActingContext, actingBy } from "#data/acting.ts";
import { createQueryClient } from "#data/query-client.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { CarRow } from "./car-row.tsx";

afterEach(cleanup);

const person = { ...actingBy("chauffeur-admin"), kind: "chauffeur-admin", id: "TAXIADMIN", site: "157715" } as const;
const turn = { id: "t1", vehicle_id: "v3", chauffeur_id: "britta", taken_at: "2026-11-26T13:00:00Z" };

const namesOf = (state: string, held: unknown) => {
  const vehicle = {
    id: "v3",
    slot: 3,
    name: "Bil 3",
    plate: "ABC 12D",
    model: "Volvo V90",
    state,
    odometer: 100,
    state_reason: null,
    not_returned_by: null,
  };
  render(
    <ActingContext value={person}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <CarRow
            project="157715"
            vehicle={vehicle as Vehicle}
            turn={held as never}
            faults={0}
            freeSlot={7}
            isOpen
            onToggle={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </ActingContext>,
  );
  return screen.getAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.textContent);
};

// Spec 5 §4: `/157715/chauffeur-admin`: the list
// Spec 5 §4: ledig, ur trafik · retired | retired (admin)
test.each([
  [
    "in_service",
    undefined,
    ["Ta ur trafik", "Ta för en chaufför", "Rätta mätarställning", "Ändra", "Ställ av"].map(
      (label) => `${label}: Bil 3`,
    ),
  ],
  [
    "in_service",
    turn,
    ["Avsluta passet på Bil 3", "Ta ur trafik: Bil 3", "Rätta mätarställning: Bil 3", "Ändra: Bil 3"],
  ],
  [
    "out_of_service",
    undefined,
    ["Sätt i trafik", "Rätta mätarställning", "Ändra", "Ställ av"].map((label) => `${label}: Bil 3`),
  ],
  ["retired", undefined, ["Ta upp igen: Bil 3"]],
])("a car that is %s offers what its state allows, and each name has the car once", (state, held, names) => {
  // No style sheet hides the main action where a phone's row has it among the rest.
  expect(new Set(namesOf(state, held))).toEqual(new Set(["Mer om Bil 3", ...names]));
});
