import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#data/query-client.ts";
import { openSession } from "#session/store.ts";
import { AdminDashboardScreen } from "./admin-dashboard-screen.tsx";

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const SHIFT = {
  id: "s",
  starts_at: at(2),
  ends_at: at(2.3),
  position: null,
  vehicle_id: null,
  station: null,
  places: 1,
  note: null,
  published_at: at(-1),
  cancelled_at: null,
};
const ASKED = {
  id: "p",
  shift_id: "s",
  employee_id: "ASE-001",
  name: "Karin Åkesson",
  state: "asked",
  confirmed_at: null,
  came_at: null,
  at: at(-1),
  reason: null,
};
const ROWS: Record<string, object[] | undefined> = { planned_shifts: [SHIFT], shift_places: [ASKED] };

beforeEach(() => {
  vi.stubGlobal("fetch", async (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k", securityProfile: "specified" });
    return Response.json(ROWS[pathname.replace("/rest/v1/", "")] ?? []);
  });
  openSession("ase-admin", { userId: "aseadmin", project: "ASE" });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const Address = () => <output aria-label="address">{useLocation().search}</output>;
const address = () => screen.getByRole("status", { name: "address" }).textContent;

function open(search: string) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/ASE/admin-dashboard${search}`]}>
        <AdminDashboardScreen />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const tab = (name: string) => screen.findByRole("tab", { name });
const week = () => screen.findByRole("heading", { name: /^Week \d+/ });

// Spec 5 §7: `/ASE/admin-dashboard`: beside
test("the open part and its week stand in the address, and are there after a reload", async () => {
  open("");
  expect((await tab("Employees")).getAttribute("aria-selected")).toBe("true");
  fireEvent.mouseDown(await tab("Schedule"), { button: 0 });
  const first = (await week()).textContent;
  fireEvent.click(screen.getByRole("button", { name: "Week after" }));
  const next = (await week()).textContent;
  expect(next).not.toBe(first);
  expect(address()).toMatch(/^\?tab=schedule&week=20\d\d-\d\d-\d\d$/);

  const left = address() ?? "";
  cleanup();
  open(left);
  expect((await week()).textContent).toBe(next);
  fireEvent.click(screen.getByRole("button", { name: "This week" }));
  expect((await week()).textContent).toBe(first);
  for (const wrong of ["?tab=nothing&week=2026-02-31", "?week=9999-12-31"]) {
    cleanup();
    open(wrong);
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect((await tab("Employees")).getAttribute("aria-selected")).toBe("true");
    fireEvent.mouseDown(screen.getByRole("tab", { name: "Schedule" }), { button: 0 });
    // oxlint-disable-next-line no-await-in-loop
    expect((await week()).textContent).toBe(first);
  }
});

// Spec 5 §7: `/ASE/admin-dashboard`: beside
test("the part of requests says how many wait, and says nothing of none", async () => {
  open("");
  await screen.findByText("1", { selector: "[role=tab] *" });
  const requests = screen.getByRole("tab", { name: "Requests" });
  expect(requests.getAttribute("aria-description")).toBe("1 request waits");
  expect(screen.getByRole("tab", { name: "Schedule" }).getAttribute("aria-description")).toBeNull();
  cleanup();
  ROWS["shift_places"] = [{ ...ASKED, state: "assigned", confirmed_at: at(-1) }];
  open("?tab=requests");
  expect(await screen.findByText("Nothing waits for you.")).toBeTruthy();
  expect(screen.getByRole("tab", { name: "Requests" }).getAttribute("aria-description")).toBeNull();
});
