import type { ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { PATTERNS } from "#shared/paths.ts";
import { branded, brandedByProject, brands } from "./branded.tsx";
import { DataLayout } from "./data-layout.tsx";
import { forParking, forTaxi } from "./only-for.tsx";
import { RouteError } from "./route-error.tsx";

/** A route whose screen is loaded when its address is opened. */
const screen = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** The two routes of a screen that works within a project and without one (decisions §3). */
const withAndWithoutProject = (pattern: string, make: (path: string) => RouteObject): RouteObject[] => [
  make(pattern),
  make(PATTERNS.project + pattern),
];

const mainSite: RouteObject[] = [
  screen(
    PATTERNS.mainAdminLogin,
    async () => (await import("#products/main-site/admin/main-admin-login-screen.tsx")).MainAdminLoginScreen,
  ),
  screen(
    PATTERNS.mainAdminDashboard,
    async () => (await import("#products/main-site/admin/main-admin-dashboard-screen.tsx")).MainAdminDashboardScreen,
  ),
  screen(
    PATTERNS.administrators,
    async () => (await import("#products/main-site/admin/administrators-screen.tsx")).AdministratorsScreen,
  ),
  screen(
    PATTERNS.company,
    async () => (await import("#products/parking/office/company/company-screen.tsx")).CompanyScreen,
  ),
  screen(PATTERNS.system, async () => (await import("#products/main-site/admin/system-screen.tsx")).SystemScreen),
  screen(
    PATTERNS.contactMessages,
    async () => (await import("#products/main-site/admin/contact-messages-screen.tsx")).ContactMessagesScreen,
  ),
];

/** A project's entrance, which the taxi has too, and the pages for people who hold a key. */
const entrances: RouteObject[] = [
  screen(
    PATTERNS.project,
    async () => (await import("#products/parking/visitor/entrance/project-screen.tsx")).ProjectScreen,
  ),
  screen(
    PATTERNS.driverCase,
    async () => (await import("#products/parking/driver/driver-case-screen.tsx")).DriverCaseScreen,
  ),
  screen(
    PATTERNS.receipt,
    async () => (await import("#products/parking/visitor/receipts/receipt-screen.tsx")).ReceiptScreen,
  ),
];

const parking: RouteObject[] = [
  ...withAndWithoutProject(PATTERNS.startParking, (path) =>
    screen(
      path,
      async () => (await import("#products/parking/visitor/registration/start-parking-screen.tsx")).StartParkingScreen,
    ),
  ),
  ...withAndWithoutProject(PATTERNS.attendantLogin, (path) =>
    screen(
      path,
      async () => (await import("#products/parking/attendant/login/attendant-login-screen.tsx")).AttendantLoginScreen,
    ),
  ),
  ...withAndWithoutProject(PATTERNS.attendantDashboard, (path) =>
    screen(
      path,
      async () =>
        (await import("#products/parking/attendant/list/attendant-dashboard-screen.tsx")).AttendantDashboardScreen,
    ),
  ),
  ...withAndWithoutProject(PATTERNS.generateTicket, (path) =>
    screen(
      path,
      async () => (await import("#products/parking/attendant/fines/generate-ticket-screen.tsx")).GenerateTicketScreen,
    ),
  ),
  ...withAndWithoutProject(PATTERNS.createReport, (path) =>
    screen(
      path,
      async () => (await import("#products/parking/attendant/fines/create-report-screen.tsx")).CreateReportScreen,
    ),
  ),
  ...withAndWithoutProject(PATTERNS.shiftRegistration, (path) =>
    screen(
      path,
      async () =>
        (await import("#products/parking/attendant/shifts/shift-registration-screen.tsx")).ShiftRegistrationScreen,
    ),
  ),
  screen(
    PATTERNS.myHours,
    async () => (await import("#products/parking/attendant/clock/my-hours-screen.tsx")).MyHoursScreen,
  ),
  screen(
    PATTERNS.customerAdminLogin,
    async () =>
      (await import("#products/parking/office/login/customer-admin-login-screen.tsx")).CustomerAdminLoginScreen,
  ),
];

/** Screens of a site's office, in one frame with one navigation. */
const inOffice = (children: RouteObject[]): RouteObject => ({
  lazy: async () => ({
    Component: (await import("#products/parking/office/shell/office-layout.tsx")).OfficeLayout,
  }),
  children,
});

const office: RouteObject[] = [
  screen(
    PATTERNS.customerAdminDashboard,
    async () =>
      (await import("#products/parking/office/admin/customer-admin-dashboard-screen.tsx")).CustomerAdminDashboardScreen,
  ),
  screen(PATTERNS.cases, async () => (await import("#products/parking/office/cases/cases-screen.tsx")).CasesScreen),
  screen(
    PATTERNS.objections,
    async () => (await import("#products/parking/office/objections/objections-screen.tsx")).ObjectionsScreen,
  ),
  screen(
    PATTERNS.letters,
    async () => (await import("#products/parking/office/letters/letters-screen.tsx")).LettersScreen,
  ),
  screen(
    PATTERNS.overview,
    async () => (await import("#products/parking/office/overview/overview-screen.tsx")).OverviewScreen,
  ),
  screen(
    PATTERNS.statistics,
    async () => (await import("#products/parking/office/statistics/statistics-screen.tsx")).StatisticsScreen,
  ),
  screen(PATTERNS.ledger, async () => (await import("#products/parking/office/ledger/ledger-screen.tsx")).LedgerScreen),
  screen(
    PATTERNS.ledgerRows,
    async () => (await import("#products/parking/office/ledger/rows-screen.tsx")).LedgerRowsScreen,
  ),
  screen(
    PATTERNS.permits,
    async () => (await import("#products/parking/office/permits/permits-screen.tsx")).PermitsScreen,
  ),
  screen(
    PATTERNS.payments,
    async () => (await import("#products/parking/office/payments/payments-screen.tsx")).PaymentsScreen,
  ),
  screen(
    PATTERNS.settings,
    async () => (await import("#products/parking/office/settings/settings-screen.tsx")).SettingsScreen,
  ),
  screen(
    PATTERNS.personData,
    async () => (await import("#products/parking/office/erasure/person-data-screen.tsx")).PersonDataScreen,
  ),
  screen(
    PATTERNS.manageAccounts,
    async () => (await import("#products/parking/office/admin/manage-accounts-screen.tsx")).ManageAccountsScreen,
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
  screen(PATTERNS.taxiFleet, async () => (await import("#products/taxi/screens/fleet-screen.tsx")).FleetScreen),
  screen(
    PATTERNS.vehicleRegistration,
    async () => (await import("#products/taxi/screens/vehicle-registration-screen.tsx")).VehicleRegistrationScreen,
  ),
];
const dispatch = [
  screen(
    PATTERNS.dispatch,
    async () => (await import("#products/dispatch/screens/dispatch-screen.tsx")).DispatchScreen,
  ),
  screen(
    PATTERNS.operatorLogin,
    async () => (await import("#products/dispatch/screens/operator-login-screen.tsx")).OperatorLoginScreen,
  ),
];
const realEstate = [
  screen(
    PATTERNS.listings,
    async () => (await import("#products/real-estate/screens/listings-screen.tsx")).ListingsScreen,
  ),
  screen(
    PATTERNS.ownBids,
    async () => (await import("#products/real-estate/screens/own-bids-screen.tsx")).OwnBidsScreen,
  ),
  screen(PATTERNS.follow, async () => (await import("#products/real-estate/screens/follow-screen.tsx")).FollowScreen),
  screen(
    PATTERNS.viewingList,
    async () => (await import("#products/real-estate/screens/viewing-list-screen.tsx")).ViewingListScreen,
  ),
  screen(
    PATTERNS.propertyManagement,
    async () => (await import("#products/real-estate/screens/property-management-screen.tsx")).PropertyManagementScreen,
  ),
  screen(
    PATTERNS.propertySale,
    async () => (await import("#products/real-estate/screens/property-sale-screen.tsx")).PropertySaleScreen,
  ),
  screen(
    PATTERNS.bidList,
    async () => (await import("#products/real-estate/screens/bid-list-screen.tsx")).BidListScreen,
  ),
  screen(
    PATTERNS.brokers,
    async () => (await import("#products/real-estate/screens/brokers-screen.tsx")).BrokersScreen,
  ),
];
const ambulance = [
  screen(
    PATTERNS.ambulance,
    async () => (await import("#products/ambulance/screens/ambulance-home-screen.tsx")).AmbulanceHomeScreen,
  ),
  screen(
    PATTERNS.ambulanceEmployeeLogin,
    async () => (await import("#products/ambulance/screens/employee-login-screen.tsx")).EmployeeLoginScreen,
  ),
  screen(
    PATTERNS.ambulanceAdminLogin,
    async () => (await import("#products/ambulance/screens/admin-login-screen.tsx")).AdminLoginScreen,
  ),
  screen(
    PATTERNS.ambulanceAdminDashboard,
    async () => (await import("#products/ambulance/screens/admin-dashboard-screen.tsx")).AdminDashboardScreen,
  ),
  screen(
    PATTERNS.ambulanceEmployeeDashboard,
    async () => (await import("#products/ambulance/screens/employee-dashboard-screen.tsx")).EmployeeDashboardScreen,
  ),
];
/** The page of a parking guest, with the company's own brand. */
const guests = [
  screen(
    PATTERNS.guestDashboard,
    async () => (await import("#products/accounts/screens/guest-dashboard-screen.tsx")).GuestDashboardScreen,
  ),
];
const accounts = [
  screen(
    PATTERNS.ownAccount,
    async () => (await import("#products/accounts/screens/own-account-screen.tsx")).OwnAccountScreen,
  ),
  screen(
    PATTERNS.choosePassword,
    async () => (await import("#products/accounts/screens/choose-password-screen.tsx")).ChoosePasswordScreen,
  ),
  screen(PATTERNS.person, async () => (await import("#products/accounts/people/person-screen.tsx")).PersonScreen),
  screen(PATTERNS.people, async () => (await import("#products/accounts/people/people-screen.tsx")).PeopleScreen),
  screen(PATTERNS.login, async () => (await import("#products/accounts/screens/login-screen.tsx")).LoginScreen),
  screen(PATTERNS.auth, async () => (await import("#products/accounts/screens/auth-screen.tsx")).AuthScreen),
  screen(
    PATTERNS.adminAccounts,
    async () => (await import("#products/accounts/screens/admin-accounts-screen.tsx")).AdminAccountsScreen,
  ),
  screen(
    PATTERNS.superAdminDashboard,
    async () => (await import("#products/accounts/screens/super-admin-dashboard-screen.tsx")).SuperAdminDashboardScreen,
  ),
];

const mainTrail = screen(
  PATTERNS.mainTrail,
  async () => (await import("#products/trail/screens/main-trail-screen.tsx")).MainTrailScreen,
);

/** Pages of the office that belong to products other than parking. */
const besideParking = [
  screen(
    PATTERNS.siteTrail,
    async () => (await import("#products/trail/screens/site-trail-screen.tsx")).SiteTrailScreen,
  ),
  screen(PATTERNS.messages, async () => (await import("#products/messages/messages-screen.tsx")).MessagesScreen),
];

/** The parts of the design system on one page; only in development. */
const design: RouteObject[] = import.meta.env.DEV
  ? [screen("/design", async () => (await import("./design-screen.tsx")).DesignScreen)]
  : [];

/**
 * The only table from addresses to screens. The landing page alone stands elsewhere (router.tsx), to stay small.
 * Addresses match in upper and lower case alike (`/ASE` and `/ase`).
 */
export const screens: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    Component: DataLayout,
    children: [
      ...mainSite,
      ...guests,
      brandedByProject([...entrances, forParking([...parking, inOffice(office)])]),
      branded(brands.taxi, [forTaxi(taxi)]),
      branded(brands.dispatch, dispatch),
      branded(brands.realEstate, realEstate),
      branded(brands.ambulance, ambulance),
      branded(brands.accounts, accounts),
      mainTrail,
      inOffice(besideParking),
      ...design,
      screen("*", async () => (await import("./not-found-screen.tsx")).NotFoundScreen),
    ],
  },
];

/** Loads the screen of a prerendered address into its route, so that the page is not drawn again while its code loads. */
export async function loadDrawnScreen(path: string): Promise<void> {
  const drawn = matchRoutes(screens, path)?.at(-1)?.route;
  if (typeof drawn?.lazy === "function") Object.assign(drawn, await drawn.lazy(), { lazy: undefined });
}
