import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation, useParams } from "react-router";
import { STANDARD_SITE } from "#contract/projects.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { queryClient } from "#data/query-client.ts";
import { useQuery } from "#data/use-query.ts";

/** Gives the screens below it the cache of server data. */
export function DataLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <SpelledProject>
        <Outlet />
      </SpelledProject>
    </QueryClientProvider>
  );
}

/** Project codes match in any case of their letters. An address with another spelling leads to the site's own spelling. */
function SpelledProject({ children }: { children: ReactNode }) {
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
