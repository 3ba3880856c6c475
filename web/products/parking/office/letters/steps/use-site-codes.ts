import { COMPANY_CODE } from "#contract/projects.ts";
import { useSiteNames } from "../../shell/use-site-names.ts";

/** The codes of the sites whose cases a screen works on: a handler's own at the company, else the one site. */
export function useSiteCodes(project: string): string[] {
  const names = useSiteNames(project);
  return project === COMPANY_CODE ? [...(names?.keys() ?? [])] : [project];
}
