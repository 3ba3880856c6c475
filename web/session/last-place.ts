/** Remembers the screen of this device's last role; the installed application starts there (web/app/cover.js). */
import type { SessionKind } from "#contract/states.ts";
import { paths, type ProjectId } from "#shared/paths.ts";

const KEY = "parkering.place";

/** The first screen of each kind of session, in its project. */
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

/** A plain browser tab stores nothing about a login on the device. */
const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

/**
 * Stores the screen, in the installed application only. It stays after a session ran out, because it says only what the device is for, not
 * who uses it.
 */
export const rememberPlace = (kind: keyof typeof HOMES, project?: ProjectId): void => {
  if (isInstalled()) localStorage.setItem(KEY, HOMES[kind](project));
};

/** Deletes the stored screen after a logout, so that the next start does not ask for a login. */
export const forgetPlace = (): void => localStorage.removeItem(KEY);
