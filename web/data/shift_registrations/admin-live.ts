/** Keeps the shifts of a project live for its admins. A few shifts change each day. */
import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { defineLive } from "../define-live.ts";
import { adminShiftQueries } from "./admin-queries.ts";
import type { Shift } from "./queries.ts";

export const useLiveProjectShifts = defineLive((project: string) => {
  const queryKey = adminShiftQueries.ofProject(project);
  return {
    table: "shift_registrations",
    filter: `project_id=eq.${project}`,
    refetch: () => [queryKey],
    // A removal event has only the row's key, and comes for the shifts of every project.
    onChange: (change, cache) => change.eventType !== "DELETE" || isListed(cache, queryKey, change.old.id),
  };
});

function isListed(cache: QueryClient, queryKey: QueryKey, id: string | undefined): boolean {
  const lists = cache.getQueriesData<InfiniteData<{ rows: Shift[] }>>({ queryKey: [...queryKey, "list"] });
  return lists.some(([, data]) => data?.pages.some(({ rows }) => rows.some((shift) => shift.id === id)));
}
