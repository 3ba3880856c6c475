import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AMBULANCE_PATH, DISPATCH_PROJECT, PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { AUTH_STORAGE_KEY } from "#data/auth-storage-key.ts";
import { contactMessageQueries } from "#data/contact_messages/queries.ts";
import { parkingQueries } from "#data/parkings/queries.ts";
import { type Property, propertyQueries } from "#data/properties/queries.ts";
import { adminShiftQueries } from "#data/shift_registrations/admin-queries.ts";
import { unitQueries } from "#data/units/queries.ts";
import { registrationQueries } from "#data/vehicle_registrations/queries.ts";
import { workTurnQueries } from "#data/work_turns/queries.ts";
import { EmployeeDashboardScreen } from "#products/ambulance/screens/employee-dashboard-screen.tsx";
import { DispatchScreen } from "#products/dispatch/screens/dispatch-screen.tsx";
import { MainAdminDashboardScreen } from "#products/main-site/admin/main-admin-dashboard-screen.tsx";
import { NewestMessages } from "#products/main-site/admin/messages/newest-messages.tsx";
import { CustomerAdminDashboardScreen } from "#products/parking/office/admin/customer-admin-dashboard-screen.tsx";
import { useParkingCounts, useParkingsByEnd } from "#products/parking/kernel/board/use-parking-list.ts";
import { ListingsScreen } from "#products/real-estate/screens/listings-screen.tsx";
import { PropertyManagementScreen } from "#products/real-estate/screens/property-management-screen.tsx";
import { VehicleRegistrationScreen } from "#products/taxi/screens/vehicle-registration-screen.tsx";
import { openSession } from "#session/store.ts";

/** The server never answers here: no channel is joined, and no fetch fails. */
beforeEach(() => void vi.stubGlobal("fetch", () => new Promise(() => undefined)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const HOUSE = "00000000-0000-4000-8000-000000000001";

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
});

function draw(Screen: ComponentType, address = "/", path = "*") {
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={path} element={<Screen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** The interval at which the drawn screen fetches a query by itself, in milliseconds. */
function intervalsOf(queryKey: QueryKey) {
  const query = cache.getQueryCache().find({ queryKey });
  return query?.observers.map(({ options: { refetchInterval } }) =>
    typeof refetchInterval === "function" ? refetchInterval(query) : refetchInterval,
  );
}

function EndedParkings() {
  useParkingsByEnd("p1", "expired");
  useParkingCounts("p1");
  return null;
}

// Spec 1 §7: list (refetch every
// Spec 1 §9: Refetch intervals: contact
test.each<[string, number, ComponentType, QueryKey]>([
  ["parkings by their end", 60, EndedParkings, parkingQueries.listByEnd({ project: "p1", end: "expired" }).queryKey],
  ["the numbers of parkings", 60, EndedParkings, parkingQueries.counts("p1").queryKey],
  ["contact messages", 30, NewestMessages, contactMessageQueries.list().queryKey],
])("%s are fetched every %i seconds also while they are live", (_, seconds, Screen, queryKey) => {
  draw(Screen);
  expect(intervalsOf(queryKey)).toEqual([seconds * 1000]);
});

const admin = () => openSession("admin", { userId: PROTECTED_ADMIN_ID, project: "p1" });
const employee = () => openSession("ase-employee", { userId: "ASE-001", project: AMBULANCE_PATH });
const chauffeur = () => openSession("chauffeur", { userId: "ch01", project: "p1" });
const operators = () => openSession("dispatch-admin", { userId: "ledning", project: DISPATCH_PROJECT });
const nobody = () => undefined;

type At = [address: string, path: string, Screen: ComponentType];
const customerAdmin: At = ["/p1/admin", "/:projectId/admin", CustomerAdminDashboardScreen];
const ambulance: At = ["/", "*", EmployeeDashboardScreen];

// Spec rules §14: A list that
test.each<[string, number, () => unknown, At, QueryKey]>([
  ["the shifts that wait", 15, admin, customerAdmin, adminShiftQueries.waiting("p1").queryKey],
  ["the numbers of parkings", 15, admin, customerAdmin, parkingQueries.counts("p1").queryKey],
  ["an open property", 15, nobody, [`/?property=${HOUSE}`, "*", ListingsScreen], propertyQueries.byId(HOUSE).queryKey],
  ["units", 10, operators, ["/", "*", DispatchScreen], unitQueries.roster().queryKey],
  [
    "cars",
    10,
    chauffeur,
    ["/p1", "/:projectId", VehicleRegistrationScreen],
    registrationQueries.ofProject("p1").queryKey,
  ],
  ["the people on duty", 10, employee, ambulance, workTurnQueries.onDuty("ase-employee").queryKey],
  [
    "one's last shifts",
    10,
    employee,
    ambulance,
    workTurnQueries.latest({ kind: "ase-employee", userId: "ASE-001", project: AMBULANCE_PATH }).queryKey,
  ],
])("%s: fetched every %i seconds while they are not live", async (_, seconds, logIn, [address, path, Screen], key) => {
  logIn();
  draw(Screen, address, path);
  await waitFor(() => expect(new Set(intervalsOf(key))).toEqual(new Set([seconds * 1000])));
});

// Spec rules §14: A list that
test("the main admin's dashboard says only of the messages whether they are live", async () => {
  openSession("main-admin", { userId: "huvudadmin" });
  draw(MainAdminDashboardScreen);
  const said = await screen.findByText("Ansluter till direktuppdateringen …");
  expect(within(screen.getByRole("region", { name: "Kontaktmeddelanden" })).getByText(said.textContent)).toBe(said);
});

const property: Property = {
  id: HOUSE,
  title: "Villa",
  seller_name: "S",
  short_description: "",
  description: "",
  price: 1,
  min_bid: null,
  hide_bid_list: false,
  accepted_bid_id: null,
  square_feet: null,
  bedrooms: null,
  bathrooms: null,
  address: "A 1",
  city: "Malmö",
  state: "",
  zip_code: "",
  property_type: "villa",
  status: "sold",
  features: [],
  front_image_url: "",
  image_urls: [],
  created_at: "2026-11-22T09:00:00+00:00",
  bid_mode: "open",
  higher_only: false,
  bid_step: 1,
  bid_release: "at_once",
  hidden_bids: false,
  contract_step: false,
  contract_pending: false,
  assignment_ended_on: null,
};

// Spec rules §14: A list that
test("the listings and the bids of an open property each say whether they are live", async () => {
  cache.setQueryData(propertyQueries.byId(HOUSE).queryKey, property);
  draw(ListingsScreen, `/?show=sold&property=${HOUSE}&tab=bids`);
  await waitFor(() => expect(screen.getAllByText("Connecting to live updates …")).toHaveLength(2));
});

// Spec rules §14: A list that
test("an agent's properties say whether they are live", async () => {
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify({ refresh_token: "r", user: { id: "a1" } }));
  cache.setQueryData(["account", "a1"], { userId: "a1", email: "a@b.example", role: "employee" });
  draw(PropertyManagementScreen);
  expect(await screen.findByText("Connecting to live updates …")).toBeDefined();
});
