/**
 * Every address of the application: its pattern for the router and a builder for links (document 1 §2, document 2 §2). No other file spells
 * an address.
 */

/** The project's code in an address; `undefined` on routes without a project (decisions §3). */
export type ProjectId = string | undefined;

const inProject = (project: ProjectId, rest: string) =>
  project === undefined ? rest : `/${encodeURIComponent(project)}${rest}`;

export const PATTERNS = {
  landing: "/",
  login: "/login",
  auth: "/auth",
  adminAccounts: "/admin-accounts",
  superAdminDashboard: "/super-admin-dashboard",
  operatorLogin: "/operator-login",
  guestDashboard: "/guest-dashboard",
  ownAccount: "/account",
  choosePassword: "/account/password",
  people: "/people",
  person: "/people/:kind/:personId",
  mainAdminLogin: "/admin-login",
  mainAdminDashboard: "/admin-dashboard",
  administrators: "/admin-dashboard/administrators",
  system: "/admin-dashboard/system",
  company: "/admin-dashboard/company",
  contactMessages: "/contact-messages",
  mainTrail: "/audit-trail",
  dispatch: "/721075",
  listings: "/YSTAD",
  /** The page of a bidder's own bids; the bidder's key stands behind `#`. */
  ownBids: "/YSTAD/bids",
  /** The page where a follower of a property chooses mails; the follower's key stands behind `#`. */
  follow: "/YSTAD/follow",
  ambulance: "/ASE",
  ambulanceEmployeeLogin: "/ASE/employee-login",
  ambulanceAdminLogin: "/ASE/admin",
  ambulanceAdminDashboard: "/ASE/admin-dashboard",
  ambulanceEmployeeDashboard: "/ASE/employee-dashboard",
  propertyManagement: "/property-management",
  propertySale: "/property-management/:propertyId",
  bidList: "/property-management/:propertyId/bid-list/:purpose",
  viewingList: "/property-management/:propertyId/viewings/:viewingId",
  brokers: "/brokers",
  project: "/:projectId",
  startParking: "/start-parking",
  attendantLogin: "/attendant-login",
  attendantDashboard: "/attendant-dashboard",
  /** Without a parking the page says so and goes back (document 1 §8: "Ingen parkering vald"). */
  generateTicket: "/generate-ticket/:parkingId?",
  createReport: "/create-report",
  shiftRegistration: "/shift-registration",
  myHours: "/:projectId/my-hours",
  customerAdminLogin: "/:projectId/admin-login",
  customerAdminDashboard: "/:projectId/admin-dashboard",
  manageAccounts: "/:projectId/manage-accounts",
  siteTrail: "/:projectId/audit-trail",
  cases: "/:projectId/cases/:caseNumber?",
  objections: "/:projectId/objections/:caseNumber?",
  letters: "/:projectId/letters",
  permits: "/:projectId/permits",
  payments: "/:projectId/payments",
  ledger: "/:projectId/ledger",
  ledgerRows: "/:projectId/ledger/rows",
  overview: "/:projectId/overview",
  statistics: "/:projectId/statistics",
  messages: "/:projectId/messages",
  settings: "/:projectId/settings",
  personData: "/:projectId/person-data",
  /** The driver's page, found by case number and plate, or by the key in the QR code (document 4 §5). */
  driverCase: "/case/:publicKey?",
  /** The page of a parking, for the holder of its receipt (document 4 §5). */
  receipt: "/receipt/:receiptKey?",
  chauffeurLogin: "/:projectId/chauffeur-login",
  chauffeurAdmin: "/:projectId/chauffeur-admin",
  taxiFleet: "/:projectId/chauffeur-admin/:page/:vehicleId?",
  vehicleRegistration: "/:projectId/vehicle-registration",
} as const;

/** Builders of the addresses that screens link to. */
export const paths = {
  landing: () => PATTERNS.landing,
  login: () => PATTERNS.login,
  auth: () => PATTERNS.auth,
  guestDashboard: () => PATTERNS.guestDashboard,
  /** The page of one's own account: for a kind of person in a project, or for the e-mail account. */
  ownAccount: (kind?: string, project?: ProjectId) => {
    const who = new URLSearchParams({ ...(kind && { as: kind }), ...(project && { project }) });
    return `${PATTERNS.ownAccount}${kind ? `?${who}` : ""}`;
  },
  /** The list of people, for a kind of admin in a project, or without a kind for administrators of e-mail accounts. */
  people: (kind?: string, project?: ProjectId) => {
    const who = new URLSearchParams({ ...(kind && { as: kind }), ...(project && { project }) });
    return `${PATTERNS.people}${kind ? `?${who}` : ""}`;
  },
  /** The page of one person of that list; `search` is the query of the list's address. */
  person: (kind: string, id: string, search = "") => `${PATTERNS.people}/${kind}/${id}${search}`,
  /** The page of a link to choose a password with. The part behind `#` reaches no server, log or `Referer`. */
  choosePassword: (key: string) => `${PATTERNS.choosePassword}#${key}`,
  mainAdminLogin: () => PATTERNS.mainAdminLogin,
  mainAdminDashboard: () => PATTERNS.mainAdminDashboard,
  administrators: () => PATTERNS.administrators,
  system: () => PATTERNS.system,
  /** The company above its sites, for the main admin. */
  company: () => PATTERNS.company,
  contactMessages: () => PATTERNS.contactMessages,
  /** The contact messages, with one message open. */
  contactMessage: (id: string) => `${PATTERNS.contactMessages}?message=${encodeURIComponent(id)}`,
  mainTrail: () => PATTERNS.mainTrail,
  ambulance: () => PATTERNS.ambulance,
  ambulanceEmployeeLogin: () => PATTERNS.ambulanceEmployeeLogin,
  ambulanceEmployeeDashboard: () => PATTERNS.ambulanceEmployeeDashboard,
  ambulanceAdminLogin: () => PATTERNS.ambulanceAdminLogin,
  ambulanceAdminDashboard: () => PATTERNS.ambulanceAdminDashboard,
  listings: () => PATTERNS.listings,
  brokers: () => PATTERNS.brokers,
  /** The page of a bidder's own bids. The key behind `#` reaches no server, log or `Referer`. */
  ownBids: (key: string) => `${PATTERNS.ownBids}#${key}`,
  /** A property in the listings. */
  listing: (propertyId: string) => `${PATTERNS.listings}?property=${propertyId}`,
  propertyManagement: () => PATTERNS.propertyManagement,
  /** The bids and the contract of a property, or another tab of its page. */
  propertySale: (propertyId: string, tab = "") => `${PATTERNS.propertyManagement}/${propertyId}${tab && `?tab=${tab}`}`,
  /** A printed list of bids; `listId` is the key under which the database notes it. */
  bidList: (propertyId: string, purpose: string, listId: string) =>
    `${PATTERNS.propertyManagement}/${propertyId}/bid-list/${purpose}?list=${listId}`,
  /** The people who come to a viewing, for printing. */
  viewingList: (propertyId: string, viewingId: string) =>
    `${PATTERNS.propertyManagement}/${propertyId}/viewings/${viewingId}`,
  project: (project: ProjectId) => (project === undefined ? PATTERNS.landing : inProject(project, "")),
  /** The address after a role was chosen in the code dialog (document 1 §2). */
  projectAs: (project: string, role: "operator" | "administrator") => `${inProject(project, "")}?role=${role}`,
  /** The entrance of a site: its own page, except for dispatch, which has none (document 1 §2). */
  site: (path: string) => (`/${path}` === PATTERNS.dispatch ? paths.projectAs(path, "operator") : paths.project(path)),
  startParking: (project: ProjectId) => inProject(project, PATTERNS.startParking),
  attendantLogin: (project: ProjectId) => inProject(project, PATTERNS.attendantLogin),
  attendantDashboard: (project: ProjectId) => inProject(project, PATTERNS.attendantDashboard),
  generateTicket: (project: ProjectId, parkingId: string) =>
    inProject(project, `/generate-ticket/${encodeURIComponent(parkingId)}`),
  createReport: (project: ProjectId) => inProject(project, PATTERNS.createReport),
  /** An attendant's own turns on the clock, of this month or another, `yyyy-MM`. */
  myHours: (project: string, month = "") => inProject(project, `/my-hours${month && `?month=${month}`}`),
  shiftRegistration: (project: ProjectId) => inProject(project, PATTERNS.shiftRegistration),
  customerAdminLogin: (project: string) => inProject(project, "/admin-login"),
  /** The dashboard of a site's admins, or one of its tabs. */
  customerAdminDashboard: (project: string, tab = "") => inProject(project, `/admin-dashboard${tab && `?tab=${tab}`}`),
  manageAccounts: (project: string) => inProject(project, "/manage-accounts"),
  siteTrail: (project: string) => inProject(project, "/audit-trail"),
  /** The cases of a site, or the page of one case. */
  cases: (project: string, caseNumber = "") => inProject(project, `/cases${caseNumber && `/${caseNumber}`}`),
  /** A list of cases. */
  casesIn: (project: string, list: string) => inProject(project, `/cases?list=${list}`),
  /** The queue of objections, or the desk for the objection of one case. */
  objections: (project: string, caseNumber = "") => inProject(project, `/objections${caseNumber && `/${caseNumber}`}`),
  /** The letters of a site's cases (owners, reminders, collection), at one step, or at the first with work. */
  letters: (project: string, step?: "ask" | "owners" | "remind" | "collect") =>
    inProject(project, `/letters${step === undefined ? "" : `?step=${step}`}`),
  /** A reminder letter shown again, by its event. */
  letter: (project: string, caseNumber: string, eventId: string) =>
    inProject(project, `/letters?case=${caseNumber}&letter=${eventId}`),
  permits: (project: string) => inProject(project, "/permits"),
  payments: (project: string) => inProject(project, "/payments"),
  ledger: (project: string) => inProject(project, "/ledger"),
  /** The rows behind a site's books: of a verification, a day or a case. */
  ledgerRows: (project: string, of = "") => inProject(project, `/ledger/rows${of && `?of=${of}`}`),
  overview: (project: string) => inProject(project, "/overview"),
  statistics: (project: string) => inProject(project, "/statistics"),
  /** The receivers of a site's messages. */
  messages: (project: string) => inProject(project, "/messages"),
  settings: (project: string) => inProject(project, "/settings"),
  /** The data that a site keeps about a plate: to read, to print and to erase. */
  personData: (project: string) => inProject(project, "/person-data"),
  /** The driver's page of a case; without a key, the page that looks a case up. */
  driverCase: (publicKey = "") => `/case${publicKey && `/${publicKey}`}`,
  receipt: (key: string) => `/receipt/${key}`,
  chauffeurLogin: (project: string) => inProject(project, "/chauffeur-login"),
  chauffeurAdmin: (project: string) => inProject(project, "/chauffeur-admin"),
  /** A page beside the list of chauffeurs, such as `cars`, or that of one car. */
  taxiFleet: (project: string, page: string) => inProject(project, `/chauffeur-admin/${page}`),
  vehicleRegistration: (project: string) => inProject(project, "/vehicle-registration"),
  operatorLogin: () => PATTERNS.operatorLogin,
  /** The roster for a screen on a wall, with the key of its link where nobody logs in there. */
  dispatchWall: (key?: string) => `${PATTERNS.dispatch}?view=wall${key === undefined ? "" : `#${key}`}`,
  /** The screen of a unit's crew; a link's key stands behind `#`, which no server is told. */
  dispatchUnit: (key: string) => `${PATTERNS.dispatch}?view=unit#${key}`,
  /** The dispatch centre. A role leads to the login or the area of that role (document 2 §6). */
  dispatch: (role?: "operator" | "administrator") =>
    role === undefined ? PATTERNS.dispatch : `${PATTERNS.dispatch}?role=${role}`,
} as const;
