import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { createQueryClient } from "#data/query-client.ts";
import { openSession } from "#session/store.ts";
import { PaymentsScreen } from "./payments-screen.tsx";

/** A site without files, whose sums are never answered. */
beforeEach(() => {
  vi.stubGlobal("fetch", (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname.endsWith("sum_payments")) return new Promise(() => undefined);
    const config = { supabaseUrl: "http://localhost", publishableKey: "k" };
    if (pathname === "/config.json") return Promise.resolve(Response.json(config));
    return Promise.resolve(Response.json(pathname.endsWith("list_unplaced") ? { count: 0, rows: [] } : []));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("a file can be read in while the sums load, and their card is equally tall", async () => {
  // This admin is not watched, because it cannot be removed.
  openSession("admin", { userId: PROTECTED_ADMIN_ID, project: "p1" });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/p1/payments"]}>
        <Routes>
          <Route path="/:projectId/payments" element={<PaymentsScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const pick = await screen.findByLabelText(/./, { selector: "input[type=file]" });
  expect(pick.closest(".comes-after")).toBeNull();
  expect(screen.getAllByRole("tab")).toHaveLength(5);
  expect(screen.getAllByText("…")).toHaveLength(4);
});
