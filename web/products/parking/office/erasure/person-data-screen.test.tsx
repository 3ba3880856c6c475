import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { createQueryClient } from "#data/query-client.ts";
import { openSession } from "#session/store.ts";
import { PersonDataScreen } from "./person-data-screen.tsx";

const EMPTY = { parkings: [], removed_parkings: [], permits: [], checks: [], activities: [], fines: [], trail: [] };
const FOUND = { ...EMPTY, activities: [{ id: "1", action: "search_parking", page_url: "/p1/x", additional_data: {} }] };

/** The answers of `person_extract` and `erase_plate`, in this order; each is a refusal without a body. */
let answers: (object | undefined)[] = [];

beforeEach(() => {
  vi.stubGlobal("fetch", (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json")
      return Promise.resolve(Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" }));
    if (!/person_extract|erase_plate/.test(pathname)) return Promise.resolve(Response.json([]));
    const answer = answers.shift();
    return Promise.resolve(
      answer === undefined ? Response.json({ code: "42501", message: "no" }, { status: 403 }) : Response.json(answer),
    );
  });
  // This admin is not watched, because it cannot be removed.
  openSession("admin", { userId: PROTECTED_ADMIN_ID, project: "p1" });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/p1/person-data"]}>
        <Routes>
          <Route path="/:projectId/person-data" element={<PersonDataScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function ask() {
  fireEvent.change(await screen.findByLabelText(/^Registreringsnummer/), { target: { value: "abc 123" } });
  fireEvent.change(screen.getByLabelText(/^Vem har begärt/), { target: { value: "Åsa Berg" } });
  fireEvent.change(screen.getByLabelText(/^Hur är det/), { target: { value: "Legitimation" } });
  fireEvent.click(screen.getByRole("button", { name: "Visa utdraget" }));
}

// Spec rules §6: A plate is
test("a failed extract keeps what was typed, and an extract of nothing says so and offers nothing to print or erase", async () => {
  answers = [undefined, { outcome: "told", at: "2026-11-26T12:00:00Z", plate: "abc 123", ...EMPTY }];
  await ask();
  expect(await screen.findByText("Kunde inte göra utdraget")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Registreringsnummer/).value).toBe("abc 123");
  fireEvent.click(screen.getByRole("button", { name: "Visa utdraget" }));
  expect(await screen.findByText("Inget finns om ABC 123.")).toBeTruthy();
  for (const name of ["Skriv ut", "Visa vad som raderas"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

// Spec rules §6: A plate is
test("data that stay are listed with the reason, and without data to erase there is no button", async () => {
  const none = { activities: 0, checks: 0, parkings: 0, removals: 0, permits: 0, cases: 0, payers: 0, photos: 0 };
  const kept = { cases: 2, photos: 0, payments: 3, parkings: 0, removals: 0, permits: 0, checks: 0, requests: 1 };
  answers = [
    { outcome: "told", at: "2026-11-26T12:00:00Z", plate: "abc 123", ...FOUND },
    { outcome: "told", erased: none, kept },
  ];
  await ask();
  fireEvent.click(await screen.findByRole("button", { name: "Visa vad som raderas" }));
  const region = await screen.findByRole("region", { name: "Står kvar" });
  for (const text of [
    "Öppna ärenden 2",
    "Betalningar 3",
    "bokföringslagen 7 kap. 2 §",
    "artikel 17.3 e",
    "artikel 5.2",
  ])
    expect(region.textContent).toContain(text);
  expect(screen.getByText("Ingenting kan raderas nu.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Radera uppgifterna" })).toBeNull();
});
