import { TAXI_PROJECT } from "#contract/projects.ts";
import { paths } from "#shared/paths.ts";
import { entranceTexts } from "./entrance-texts.ts";

/** A link into a project. The names are English, as in the specification. */
export type ProjectCard = { name: string; hint: string; to: string };

/** The links into a project (document 1 §2): two logins of the taxi project at one address, three areas of every other project. */
export function projectCards(project: string): readonly ProjectCard[] {
  const names = entranceTexts;
  if (project === TAXI_PROJECT) {
    const to = paths.chauffeurLogin(project);
    return [
      { name: names.driverLogin, hint: names.driverLoginHint, to },
      { name: names.adminLogin, hint: names.adminLoginHint, to },
    ];
  }
  return [
    { name: names.startParking, hint: names.startParkingHint, to: paths.startParking(project) },
    { name: names.attendant, hint: names.attendantHint, to: paths.attendantLogin(project) },
    { name: names.admin, hint: names.adminHint, to: paths.customerAdminLogin(project) },
  ];
}
