/**
 * Every address of the application: its pattern for the router and a builder for links
 * (document 1 §2, document 2 §2). Nobody spells an address by hand.
 */

/** Code of the project that an address belongs to; `undefined` on the routes that work without one (decisions §3). */
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
  mainAdminLogin: "/admin-login",
  mainAdminDashboard: "/admin-dashboard",
  administrators: "/admin-dashboard/administrators",
  system: "/admin-dashboard/system",
  contactMessages: "/contact-messages",
  mainTrail: "/audit-trail",
  dispatch: "/721075",
  listings: "/YSTAD",
  ambulance: "/ASE",
  ambulanceEmployeeLogin: "/ASE/employee-login",
  ambulanceAdminLogin: "/ASE/admin",
  ambulanceAdminDashboard: "/ASE/admin-dashboard",
  ambulanceEmployeeDashboard: "/ASE/employee-dashboard",
  propertyManagement: "/property-management",
  brokers: "/brokers",
  project: "/:projectId",
  startParking: "/start-parking",
  attendantLogin: "/attendant-login",
  attendantDashboard: "/attendant-dashboard",
  /** Without a parking it says so and goes back (document 1 §8: "Ingen parkering vald"). */
  generateTicket: "/generate-ticket/:parkingId?",
  createReport: "/create-report",
  shiftRegistration: "/shift-registration",
  customerAdminLogin: "/:projectId/admin-login",
  customerAdminDashboard: "/:projectId/admin-dashboard",
  manageAccounts: "/:projectId/manage-accounts",
  siteTrail: "/:projectId/audit-trail",
  cases: "/:projectId/cases/:caseNumber?",
  objections: "/:projectId/objections/:caseNumber?",
  letters: "/:projectId/letters",
  permits: "/:projectId/permits",
  payments: "/:projectId/payments",
  overview: "/:projectId/overview",
  messages: "/:projectId/messages",
  settings: "/:projectId/settings",
  /** For drivers: by number and plate, or by the key of the QR code (document 4 §5). */
  driverCase: "/case/:publicKey?",
  /** The parking of whoever holds its receipt (document 4 §5). */
  receipt: "/receipt/:receiptKey?",
  chauffeurLogin: "/:projectId/chauffeur-login",
  chauffeurAdmin: "/:projectId/chauffeur-admin",
  vehicleRegistration: "/:projectId/vehicle-registration",
} as const;

/** Builders of the addresses that screens link to. */
export const paths = {
  landing: () => PATTERNS.landing,
  login: () => PATTERNS.login,
  auth: () => PATTERNS.auth,
  guestDashboard: () => PATTERNS.guestDashboard,
  /** The page of one's own account: of a kind of person in a project, or by e-mail. */
  ownAccount: (kind?: string, project?: ProjectId) => {
    const who = new URLSearchParams({ ...(kind && { as: kind }), ...(project && { project }) });
    return `${PATTERNS.ownAccount}${kind ? `?${who}` : ""}`;
  },
  mainAdminLogin: () => PATTERNS.mainAdminLogin,
  mainAdminDashboard: () => PATTERNS.mainAdminDashboard,
  administrators: () => PATTERNS.administrators,
  system: () => PATTERNS.system,
  contactMessages: () => PATTERNS.contactMessages,
  /** The contact messages with one of them open. */
  contactMessage: (id: string) => `${PATTERNS.contactMessages}?message=${encodeURIComponent(id)}`,
  mainTrail: () => PATTERNS.mainTrail,
  ambulance: () => PATTERNS.ambulance,
  ambulanceEmployeeLogin: () => PATTERNS.ambulanceEmployeeLogin,
  ambulanceEmployeeDashboard: () => PATTERNS.ambulanceEmployeeDashboard,
  ambulanceAdminLogin: () => PATTERNS.ambulanceAdminLogin,
  ambulanceAdminDashboard: () => PATTERNS.ambulanceAdminDashboard,
  listings: () => PATTERNS.listings,
  brokers: () => PATTERNS.brokers,
  propertyManagement: () => PATTERNS.propertyManagement,
  project: (project: ProjectId) => (project === undefined ? PATTERNS.landing : inProject(project, "")),
  /** Where the code dialog leads after the role is chosen (document 1 §2). */
  projectAs: (project: string, role: "operator" | "administrator") => `${inProject(project, "")}?role=${role}`,
  /** Where a site of the list is entered: its own page, but dispatch has none (document 1 §2). */
  site: (path: string) => (`/${path}` === PATTERNS.dispatch ? paths.projectAs(path, "operator") : paths.project(path)),
  startParking: (project: ProjectId) => inProject(project, PATTERNS.startParking),
  attendantLogin: (project: ProjectId) => inProject(project, PATTERNS.attendantLogin),
  attendantDashboard: (project: ProjectId) => inProject(project, PATTERNS.attendantDashboard),
  generateTicket: (project: ProjectId, parkingId: string) =>
    inProject(project, `/generate-ticket/${encodeURIComponent(parkingId)}`),
  createReport: (project: ProjectId) => inProject(project, PATTERNS.createReport),
  shiftRegistration: (project: ProjectId) => inProject(project, PATTERNS.shiftRegistration),
  customerAdminLogin: (project: string) => inProject(project, "/admin-login"),
  customerAdminDashboard: (project: string) => inProject(project, "/admin-dashboard"),
  manageAccounts: (project: string) => inProject(project, "/manage-accounts"),
  siteTrail: (project: string) => inProject(project, "/audit-trail"),
  /** The cases of a site, or the page of one. */
  cases: (project: string, caseNumber = "") => inProject(project, `/cases${caseNumber && `/${caseNumber}`}`),
  /** One of the lists of cases. */
  casesIn: (project: string, list: string) => inProject(project, `/cases?list=${list}`),
  /** The queue of objections, or the desk with that of a case. */
  objections: (project: string, caseNumber = "") => inProject(project, `/objections${caseNumber && `/${caseNumber}`}`),
  /** Owners, reminders and collection of a site's cases: one of the steps. */
  letters: (project: string, step: "ask" | "owners" | "remind" | "collect") =>
    inProject(project, `/letters?step=${step}`),
  /** The letter of a reminder once more, by its event. */
  letter: (project: string, caseNumber: string, eventId: string) =>
    inProject(project, `/letters?case=${caseNumber}&letter=${eventId}`),
  permits: (project: string) => inProject(project, "/permits"),
  payments: (project: string) => inProject(project, "/payments"),
  overview: (project: string) => inProject(project, "/overview"),
  /** Where a site's messages go. */
  messages: (project: string) => inProject(project, "/messages"),
  settings: (project: string) => inProject(project, "/settings"),
  /** The driver's page of a case; without a key the way to it. */
  driverCase: (publicKey = "") => `/case${publicKey && `/${publicKey}`}`,
  receipt: (key: string) => `/receipt/${key}`,
  chauffeurLogin: (project: string) => inProject(project, "/chauffeur-login"),
  chauffeurAdmin: (project: string) => inProject(project, "/chauffeur-admin"),
  vehicleRegistration: (project: string) => inProject(project, "/vehicle-registration"),
  operatorLogin: () => PATTERNS.operatorLogin,
  /** The roster as a wall shows it. */
  dispatchWall: () => `${PATTERNS.dispatch}?view=wall`,
  /** The dispatch centre; with a role the login or the area of that role (document 2 §6). */
  dispatch: (role?: "operator" | "administrator") =>
    role === undefined ? PATTERNS.dispatch : `${PATTERNS.dispatch}?role=${role}`,
} as const;
