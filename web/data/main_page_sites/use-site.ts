import { STANDARD_SITE } from "#contract/projects.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import type { ProjectId } from "#shared/paths.ts";
import { useQuery } from "../use-query.ts";

export type KnownSite = {
  name: string | undefined;
  description: string | undefined;
  /** Whether the site is still being fetched. */
  isPending: boolean;
  /** True when no site has this code. While the sites cannot be read, every code may be a site. */
  isMissing: boolean;
};

/** The site of an address. The standard site exists without a row too; routes without a project have no site. */
export function useSite(project: ProjectId): KnownSite {
  const isStandard = project === STANDARD_SITE.path;
  const { data, isPending } = useQuery({ ...siteQueries.byPath(project ?? ""), enabled: project !== undefined });
  const mayBeMissing = project !== undefined && !isStandard;
  return {
    name: data?.name ?? (isStandard ? STANDARD_SITE.name : undefined),
    description: data?.description,
    isPending: isPending && mayBeMissing,
    isMissing: data === null && mayBeMissing,
  };
}
