import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#data/query-client.ts";
import { openSession } from "#session/store.ts";
import { CarsScreen } from "./cars-screen.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const car = (slot: number) => ({
  id: `v${slot}`,
  slot,
  name: `Bil ${slot}`,
  plate: null,
  model: "Volvo V90",
  state: "in_service",
  state_reason: null,
  odometer: null,
  not_returned_by: null,
  checked_at: null,
});

/** Answers like the service: without turns and faults, and the cars once the returned function is called. */
function serveCars(cars: object[]): () => void {
  let answer: (() => void) | undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal("fetch", async (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k", securityProfile: "specified" });
    if (pathname.endsWith("/vehicles")) await answered;
    return Response.json(pathname.endsWith("/vehicles") ? cars : []);
  });
  return () => answer?.();
}

test("a press on `Lägg till bil` before the cars are there opens the form with the first free place once they are", async () => {
  const answer = serveCars([car(1), car(2)]);
  openSession("chauffeur-admin", { userId: "TAXIADMIN", project: "157715" });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/157715/chauffeur-admin/cars"]}>
        <Routes>
          <Route path="/:projectId/chauffeur-admin/cars" element={<CarsScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const add = await screen.findByRole("button", { name: "Lägg till bil" });
  fireEvent.click(add);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(add.getAttribute("aria-busy")).toBe("true");
  answer();
  await screen.findByRole("dialog", { name: "Lägg till bil" });
  expect(screen.getByLabelText<HTMLInputElement>("Plats (1–40)").value).toBe("3");
  expect(screen.getByLabelText<HTMLInputElement>("Namn").value).toBe("Bil 3");
});
