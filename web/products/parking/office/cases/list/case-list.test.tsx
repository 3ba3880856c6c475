import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import { createQueryClient } from "#data/query-client.ts";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import { CaseList } from "./case-list.tsx";

/** A site without cases, whose counts are never answered. */
beforeEach(() => {
  vi.stubGlobal("fetch", (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname.endsWith("count_cases")) return new Promise(() => undefined);
    const config = { supabaseUrl: "http://localhost", publishableKey: "k" };
    return Promise.resolve(Response.json(pathname === "/config.json" ? config : []));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// Spec rules §14: A list that
test("the list and its tabs are there while the counts load", async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ActingContext value={ACTING_ADMIN}>
          <CaseList project="p1" />
        </ActingContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  // A query by role finds only visible elements.
  expect(await screen.findByRole("tabpanel", { name: "Alla …" })).toBeDefined();
  expect(screen.getAllByRole("tab")).toHaveLength(7);
  await screen.findByText("Inga ärenden hittades.");
  // The server is not live here, and the list says so.
  await screen.findByText("Ansluter till direktuppdateringen …");
});
