import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { STANDARD_SITE } from "#contract/projects.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";

/** Project codes are found in any case of their letters: an address with another spelling than the site's leads to the site's. */
export function SpelledProject({ children }: { children: ReactNode }) {
  const { projectId = "" } = useParams();
  const { pathname, search, hash } = useLocation();
  const lower = projectId.toLowerCase();
  // Sites are added in small letters: nobody is asked about a code that has no other ones.
  const site = useQuery({ ...siteQueries.byPath(projectId), enabled: projectId !== lower });
  const path = site.data?.path ?? (lower === STANDARD_SITE.path ? STANDARD_SITE.path : projectId);
  if (path === projectId) return children;
  const [, , ...rest] = pathname.split("/");
  return <Navigate replace to={{ pathname: ["", path, ...rest].join("/"), search, hash }} />;
}
