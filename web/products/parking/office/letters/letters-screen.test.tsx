import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import type { WaitingCase } from "#data/fines/letters.ts";
import { createQueryClient } from "#data/query-client.ts";
import { openSession } from "#session/store.ts";
import { LettersScreen } from "./letters-screen.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A case that waits for a step. */
const waiting = (number: number, asked: string | null = null) =>
  ({
    id: `f${number}`,
    case_number: `1000000${number}`,
    plate: "ABC123",
    due_date: "2026-11-22",
    left_ore: 70_000,
    recipient: null,
    street: "",
    asked_at: asked,
    reminded_at: null,
  }) as WaitingCase;

type Work = Partial<Record<string, WaitingCase[]>>;

/** Opens the page of a site where cases wait, by the step that each list belongs to. */
function open(work: Work, { at = "", hasMore = false } = {}) {
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    if (!pathname.endsWith("list_case_work")) return Response.json([]);
    const { step } = JSON.parse(init?.body as string) as { step: string };
    return Response.json({ outcome: "listed", has_more: hasMore, cases: work[step] ?? [] });
  });
  // This admin is not watched, because it cannot be removed.
  openSession("admin", { userId: PROTECTED_ADMIN_ID, project: "p1" });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/p1/letters${at}`]}>
        <Routes>
          <Route path="/:projectId/letters" element={<LettersScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const heading = (name: string) => screen.findByRole("heading", { level: 2, name });
const step = (name: string) => within(screen.getByRole("list", { name: "Steg" })).getByRole("link", { name });

test("the first step with work is open at start, and each step says how much waits", async () => {
  const asked = waiting(1, "2026-11-20T10:00:00Z");
  open({ exported: [asked], handed_to_collection: [waiting(2)], collection_told: [waiting(3)] });
  await heading("Inkasso");
  expect(step("Inkasso").getAttribute("aria-current")).toBe("step");
  expect(step("Inkasso").getAttribute("aria-description")).toBe("2 ärenden väntar");
  // Cases whose owner a register was asked for leave nothing to ask.
  expect(step("Fråga").getAttribute("aria-description")).toBe("0 ärenden väntar");
  expect(step("Läs in").hasAttribute("aria-description")).toBe(false);

  await userEvent.click(step("Läs in"));
  await heading("Ägare från fil");
  expect(step("Läs in").getAttribute("aria-current")).toBe("step");
  expect(step("Inkasso").hasAttribute("aria-current")).toBe(false);
});

test("a step in the address is open, whatever waits elsewhere", async () => {
  open({ exported: [waiting(1)] }, { at: "?step=remind", hasMore: true });
  await heading("Påminnelser");
  await screen.findByText("1+");
  expect(step("Fråga").getAttribute("aria-description")).toBe("Fler än 1 ärenden väntar");
});

test("without work the first step is open", async () => {
  open({});
  expect((await heading("Ägare att fråga efter")).tagName).toBe("H2");
});
