import { siteQueries } from "#data/main_page_sites/queries.ts";
import { useQuery } from "#data/use-query.ts";
import type { ProjectId } from "#shared/paths.ts";

/** The name of the project's site for the head of a document; undefined without a project, and while the name is unknown. */
export function useSiteName(project: ProjectId): string | undefined {
  const { data } = useQuery({
    ...siteQueries.byPath(project ?? ""),
    enabled: project !== undefined,
    staleTime: Infinity,
  });
  return data?.name;
}
