import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import { createQueryClient } from "#data/query-client.ts";
import { Page } from "#shared/ui/page.tsx";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import { OfficeLayout } from "./office-layout.tsx";

let isWide = true;

/** A server that answers the counts alone, and a window of either width. */
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal("fetch", (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    const config = { supabaseUrl: "http://localhost", publishableKey: "k" };
    if (pathname === "/config.json") return Promise.resolve(Response.json(config));
    if (pathname.endsWith("count_cases")) return Promise.resolve(Response.json({ all: 1200, disputed: 1 }));
    return new Promise(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(address: string, width: "wide" | "narrow" = "wide") {
  isWide = width === "wide";
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <ActingContext value={ACTING_ADMIN}>
          <Routes>
            <Route element={<OfficeLayout />}>
              <Route path="/:projectId/*" element={<Page title="Ärende">Innehåll</Page>} />
            </Route>
          </Routes>
        </ActingContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const link = (name: string) =>
  within(screen.getByRole("navigation", { name: "Administrationens sidor" })).getByRole("link", { name });

// Spec 3 §6: An admin's places …
test("the page of a case belongs to Ärenden, whose count is told in words too", async () => {
  open("/hamnen/cases/12345678");
  expect(link("Ärenden").textContent).toBe("Ärenden");
  expect((await screen.findByText(/^1\s200$/)).closest("a")).toBe(link("Ärenden"));
  expect(link("Ärenden").getAttribute("aria-description")).toMatch(/^1\s?200 ärenden$/);
  expect(link("Bestridna").getAttribute("aria-description")).toBe("1 bestridande väntar");
  const current = screen.getAllByRole("link").filter((each) => each.hasAttribute("aria-current"));
  expect(current).toEqual([link("Ärenden")]);
  expect(link("Skift").getAttribute("href")).toBe("/hamnen/admin-dashboard?tab=skift");
});

// Spec 3 §6: An admin's places …
test("the page of the accounts is the one of its tab", () => {
  open("/hamnen/manage-accounts");
  expect(link("Hantera konton").getAttribute("aria-current")).toBe("page");
});

// Spec 3 §6: An admin's places …
test.each([
  ["statistics", "Översikt"],
  ["person-data", "Inställningar"],
])("the page %s belongs to %s", (page, name) => {
  open(`/hamnen/${page}`);
  expect(link(name).getAttribute("aria-current")).toBe("page");
});

// Spec 3 §6: An admin's places …
test("a narrow window has a bar, whose list has the other places", () => {
  open("/hamnen/permits", "narrow");
  const bar = screen.getByRole("navigation", { name: "Administrationens sidor" });
  const inBar = within(bar)
    .getAllByRole("link")
    .filter((each) => each.closest("[popover]") === null);
  expect(inBar.map(({ textContent }) => textContent)).toEqual(["Översikt", "Ärenden", "Bestridna"]);
  const more = within(bar).getByRole("button", { name: "Mer" });
  expect(more.getAttribute("aria-current")).toBe("true");
  cleanup();
  open("/hamnen/cases", "narrow");
  expect(screen.getByRole("button", { name: "Mer" }).hasAttribute("aria-current")).toBe(false);
});

test("a place that another product has too keeps its own frame there", () => {
  open("/721075/messages");
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(screen.getByRole("main").textContent).toBe("Innehåll");
});
