import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#data/query-client.ts";
import { openSession } from "#session/store.ts";
import { ConfirmHost } from "#shared/feedback/confirm-host.tsx";
import { presentToasts } from "#shared/feedback/toast.ts";
import { ChauffeurAdminScreen } from "./chauffeur-admin-screen.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Answers like the service about a taxi with these chauffeurs; returns the deletions, in order. */
function serveTaxi(chauffeurs: object[]): string[] {
  const deleted: string[] = [];
  let rows = chauffeurs;
  vi.stubGlobal("fetch", async (input: string | URL, init?: { method?: string }) => {
    const { pathname, searchParams } = new URL(input, "http://localhost");
    if (pathname === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k", securityProfile: "specified" });
    const table = pathname.replace("/rest/v1/", "");
    if (init?.method === "DELETE") {
      deleted.push(`${table} ${searchParams.get("id") ?? searchParams.get("chauffeur_id")}`);
      if (table === "vehicle_registrations") return new Response(null, { status: 204 });
      const gone = rows;
      rows = [];
      return Response.json(gone);
    }
    return table === "project_attendants" ? Response.json(rows) : new Promise(() => undefined);
  });
  return deleted;
}

/** Presses the button that removes the chauffeur, and answers the question. */
const remove = async (button: string) => {
  fireEvent.click(screen.getByRole("button", { name: "Ta bort CH-7" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ta bort CH-7?" }));
  fireEvent.click(question.getByRole("button", { name: button }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
};

// Spec 2 §2: /{projectId}/chauffeur-login, /chauffeur-admin, /vehicle-registration
// Spec 2 §2: Chauffeur admin: …
// Spec 2 §7: project_attendants by project_id
// Spec 2 §7: Insert project_attendants with
// Spec 2 §7: Delete project_attendants by
// Spec 2 §8: Successes: 'Chaufför skapad
// Spec 2 §8: 'Chaufför borttagen'
test("chauffeurs are listed with their passwords, and a removal asks first and gives the car back first; the administrator stays", async () => {
  const told: string[] = [];
  presentToasts(({ text }) => void told.push(text));
  const row = { account_id: null, discord_username: "ylva", created_at: "2026-11-22T09:00:00Z", renamed_from: null };
  const deleted = serveTaxi([{ ...row, id: "1", user_id: "CH-7", password: "Taxi-7410" }]);
  openSession("chauffeur-admin", { userId: "TAXIADMIN", project: "157715" });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/157715/chauffeur-admin"]}>
        <Routes>
          <Route path="/:projectId/chauffeur-admin" element={<ChauffeurAdminScreen />} />
        </Routes>
        <ConfirmHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const [chauffeur, administrator] = await screen.findAllByRole("listitem");
  expect(chauffeur?.textContent).toMatch(/CH-7.*Discord: ylva.*Taxi-7410/);
  expect(administrator?.textContent).toMatch(/TAXIADMIN.*Adminkonto/);
  fireEvent.click(screen.getByRole("button", { name: "Ta bort TAXIADMIN" }));
  expect(told).toEqual(["Kan inte ta bort admin-kontot"]);
  await remove("Avbryt");
  expect(deleted).toEqual([]);
  await remove("Ta bort");
  expect(await screen.findByText("Det finns inga chaufförer än.")).toBeTruthy();
  expect(deleted).toEqual(["vehicle_registrations eq.CH-7", "project_attendants eq.1"]);
  expect(told.at(-1)).toBe("Chaufför borttagen");
});
