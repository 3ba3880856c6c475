import { useQuery } from "@tanstack/react-query";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import type { ProjectId } from "#shared/paths.ts";

/** Name of the project's site for the head of a document; undefined without a project, and while or when it is not known. */
export function useSiteName(project: ProjectId): string | undefined {
  const { data } = useQuery({
    ...siteQueries.byPath(project ?? ""),
    enabled: project !== undefined,
    staleTime: Infinity,
  });
  return data?.name;
}
