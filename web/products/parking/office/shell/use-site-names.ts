import { COMPANY_CODE } from "#contract/projects.ts";
import { companyQueries } from "#data/company/queries.ts";
import { useQuery } from "#data/use-query.ts";

/** The names of a handler's sites by their codes, where a list spans them; undefined at one site. */
export function useSiteNames(project: string): ReadonlyMap<string, string> | undefined {
  const isCompany = project === COMPANY_CODE;
  const { data } = useQuery({ ...companyQueries.ownSites(), enabled: isCompany });
  return isCompany ? new Map(data?.map(({ path, name }) => [path, name])) : undefined;
}

/** The codes of the sites whose cases a screen works on: a handler's own at the company, else the one site. */
export function useSiteCodes(project: string): string[] {
  const names = useSiteNames(project);
  return project === COMPANY_CODE ? [...(names?.keys() ?? [])] : [project];
}
