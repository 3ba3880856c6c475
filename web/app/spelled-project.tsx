import type { ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { STANDARD_SITE } from "#contract/projects.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { useQuery } from "#data/use-query.ts";

/** Project codes match in any case of their letters. An address with another spelling leads to the site's own spelling. */
export function SpelledProject({ children }: { children: ReactNode }) {
  const { projectId = "" } = useParams();
  const { pathname, search, hash } = useLocation();
  const lower = projectId.toLowerCase();
  // New sites get codes in small letters, so a code without capitals is not looked up.
  const site = useQuery({ ...siteQueries.byPath(projectId), enabled: projectId !== lower });
  const path = site.data?.path ?? (lower === STANDARD_SITE.path ? STANDARD_SITE.path : projectId);
  if (path === projectId) return children;
  const [, , ...rest] = pathname.split("/");
  return <Navigate replace to={{ pathname: ["", path, ...rest].join("/"), search, hash }} />;
}
