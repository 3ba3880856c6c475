import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { PATTERNS } from "#shared/paths.ts";
import { LandingScreen } from "#products/main-site/screens/landing-screen.tsx";
import { RouteError } from "./route-error.tsx";
import { RootLayout } from "./root-layout.tsx";

/** A screen that is loaded when its address is opened. */
const screen = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** An address whose room a later version builds: an honest page instead of nothing. */
const notBuilt = (path: string) => screen(path, async () => (await import("./not-built-screen.tsx")).NotBuiltScreen);

/** Screens that work within a project and without one (decisions §3). */
const withAndWithoutProject = (pattern: string, make: (path: string) => RouteObject): RouteObject[] => [
  make(pattern),
  make(PATTERNS.project + pattern),
];

const mainSite: RouteObject[] = [
  screen(
    PATTERNS.mainAdminLogin,
    async () => (await import("#products/main-site/screens/main-admin-login-screen.tsx")).MainAdminLoginScreen,
  ),
  screen(
    PATTERNS.mainAdminDashboard,
    async () => (await import("#products/main-site/screens/main-admin-dashboard-screen.tsx")).MainAdminDashboardScreen,
  ),
  screen(
    PATTERNS.contactMessages,
    async () => (await import("#products/main-site/screens/contact-messages-screen.tsx")).ContactMessagesScreen,
  ),
];

const parking: RouteObject[] = [
  screen(PATTERNS.project, async () => (await import("#products/parking/screens/project-screen.tsx")).ProjectScreen),
  ...withAndWithoutProject(PATTERNS.startParking, (path) =>
    screen(path, async () => (await import("#products/parking/screens/start-parking-screen.tsx")).StartParkingScreen),
  ),
  ...withAndWithoutProject(PATTERNS.attendantLogin, (path) =>
    screen(
      path,
      async () => (await import("#products/parking/screens/attendant-login-screen.tsx")).AttendantLoginScreen,
    ),
  ),
  ...withAndWithoutProject(PATTERNS.attendantDashboard, (path) =>
    screen(
      path,
      async () => (await import("#products/parking/screens/attendant-dashboard-screen.tsx")).AttendantDashboardScreen,
    ),
  ),
  ...withAndWithoutProject(PATTERNS.generateTicket, (path) =>
    screen(
      path,
      async () => (await import("#products/parking/screens/generate-ticket-screen.tsx")).GenerateTicketScreen,
    ),
  ),
  ...withAndWithoutProject(PATTERNS.createReport, (path) =>
    screen(path, async () => (await import("#products/parking/screens/create-report-screen.tsx")).CreateReportScreen),
  ),
  ...withAndWithoutProject(PATTERNS.shiftRegistration, (path) =>
    screen(
      path,
      async () => (await import("#products/parking/screens/shift-registration-screen.tsx")).ShiftRegistrationScreen,
    ),
  ),
  screen(
    PATTERNS.customerAdminLogin,
    async () => (await import("#products/parking/screens/customer-admin-login-screen.tsx")).CustomerAdminLoginScreen,
  ),
  screen(
    PATTERNS.customerAdminDashboard,
    async () =>
      (await import("#products/parking/screens/customer-admin-dashboard-screen.tsx")).CustomerAdminDashboardScreen,
  ),
  screen(
    PATTERNS.manageAccounts,
    async () => (await import("#products/parking/screens/manage-accounts-screen.tsx")).ManageAccountsScreen,
  ),
];

const taxi = [
  screen(
    PATTERNS.chauffeurLogin,
    async () => (await import("#products/taxi/screens/chauffeur-login-screen.tsx")).ChauffeurLoginScreen,
  ),
  screen(
    PATTERNS.chauffeurAdmin,
    async () => (await import("#products/taxi/screens/chauffeur-admin-screen.tsx")).ChauffeurAdminScreen,
  ),
  screen(
    PATTERNS.vehicleRegistration,
    async () => (await import("#products/taxi/screens/vehicle-registration-screen.tsx")).VehicleRegistrationScreen,
  ),
];
const dispatch = [PATTERNS.dispatch, PATTERNS.operatorLogin].map(notBuilt);
const realEstate = [PATTERNS.listings, PATTERNS.propertyManagement, PATTERNS.brokers].map(notBuilt);
const ambulance = [
  PATTERNS.ambulance,
  PATTERNS.ambulanceEmployeeLogin,
  PATTERNS.ambulanceAdminLogin,
  PATTERNS.ambulanceAdminDashboard,
  PATTERNS.ambulanceEmployeeDashboard,
].map(notBuilt);
const accounts = [
  PATTERNS.login,
  PATTERNS.auth,
  PATTERNS.adminAccounts,
  PATTERNS.superAdminDashboard,
  PATTERNS.guestDashboard,
].map(notBuilt);

/** The only table from addresses to screens. Addresses match in upper and lower case alike (`/ASE` and `/ase`). */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    // A first visit to a lazy screen has nothing to keep on the page while it loads.
    HydrateFallback: () => null,
    children: [
      { path: PATTERNS.landing, Component: LandingScreen, ErrorBoundary: RouteError },
      {
        ErrorBoundary: RouteError,
        // The cache of server state stays out of the landing page's first load.
        lazy: async () => ({ Component: (await import("./data-layout.tsx")).DataLayout }),
        children: [
          ...mainSite,
          ...parking,
          ...taxi,
          ...dispatch,
          ...realEstate,
          ...ambulance,
          ...accounts,
          screen("*", async () => (await import("./not-found-screen.tsx")).NotFoundScreen),
        ],
      },
    ],
  },
];
