/** Remembers which screen this device's role works on, where the installed application starts (web/app/cover.js). */
import type { SessionKind } from "#contract/states.ts";
import { paths, type ProjectId } from "#shared/paths.ts";

const KEY = "parkering.place";

/** The screen of each kind of session, in the project that it was opened for. */
const HOMES: Record<SessionKind | "agent", (project: ProjectId) => string> = {
  agent: () => paths.propertyManagement(),
  "main-admin": () => paths.mainAdminDashboard(),
  admin: (project = "") => paths.customerAdminDashboard(project),
  attendant: (project) => paths.attendantDashboard(project),
  operator: () => paths.dispatch(),
  "dispatch-admin": () => paths.dispatch("administrator"),
  chauffeur: (project = "") => paths.vehicleRegistration(project),
  "chauffeur-admin": (project = "") => paths.chauffeurAdmin(project),
  "ase-admin": () => paths.ambulanceAdminDashboard(),
  "ase-employee": () => paths.ambulanceEmployeeDashboard(),
};

/** In a tab of a browser nothing of a login stays on the device. */
const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

/** Keeps it, also after a session that ran out: it says what the device is for, and nothing of who uses it. Only where it is installed. */
export const rememberPlace = (kind: keyof typeof HOMES, project?: ProjectId): void => {
  if (isInstalled()) localStorage.setItem(KEY, HOMES[kind](project));
};

/** Forgets it after a logout: the next start must not ask for a login that nobody asked for. */
export const forgetPlace = (): void => localStorage.removeItem(KEY);
