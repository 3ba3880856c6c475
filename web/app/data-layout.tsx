import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { queryClient } from "#data/query-client.ts";
import { SpelledProject } from "./spelled-project.tsx";

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
