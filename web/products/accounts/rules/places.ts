import type { SessionKind } from "#contract/states.ts";
import { paths, type ProjectId } from "#shared/paths.ts";

type Places = { home: string; login: string };

const PLACES: Record<SessionKind, (project: string) => Places> = {
  "main-admin": () => ({ home: paths.mainAdminDashboard(), login: paths.mainAdminLogin() }),
  admin: (project) => ({ home: paths.customerAdminDashboard(project), login: paths.customerAdminLogin(project) }),
  attendant: (project) => {
    const site = project === "" ? undefined : project;
    return { home: paths.attendantDashboard(site), login: paths.attendantLogin(site) };
  },
  operator: () => ({ home: paths.dispatch("operator"), login: paths.operatorLogin() }),
  "dispatch-admin": () => ({ home: paths.dispatch("administrator"), login: paths.dispatch("administrator") }),
  chauffeur: (project) => ({ home: paths.vehicleRegistration(project), login: paths.chauffeurLogin(project) }),
  "chauffeur-admin": (project) => ({ home: paths.chauffeurAdmin(project), login: paths.chauffeurLogin(project) }),
  "ase-admin": () => ({ home: paths.ambulanceAdminDashboard(), login: paths.ambulanceAdminLogin() }),
  "ase-employee": () => ({ home: paths.ambulanceEmployeeDashboard(), login: paths.ambulanceEmployeeLogin() }),
};

/** The addresses of a kind of person: their screen and their login. */
export const placesOf = (kind: SessionKind, project: ProjectId): Places => PLACES[kind](project ?? "");
