/** Keeps the shifts of a project live for its admins. */
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { adminShiftQueries } from "./admin-queries.ts";
import type { Shift } from "./queries.ts";

type Pages = InfiniteData<{ rows: Shift[] }>;

/** Fetches the list again when one of its shifts changes, and after each (re)join: a few shifts a day change. */
export function useLiveProjectShifts(project: string): void {
  const cache = useQueryClient();
  const queryKey = adminShiftQueries.ofProject(project);
  const refetch = () => void cache.invalidateQueries({ queryKey });
  const isListed = (id: string | undefined) => {
    const lists = cache.getQueriesData<Pages>({ queryKey: [...queryKey, "list"] });
    return lists.some(([, data]) => data?.pages.some(({ rows }) => rows.some((shift) => shift.id === id)));
  };
  useLive(
    { table: "shift_registrations", filter: `project_id=eq.${project}` },
    (change) => {
      // A removal is told by its key alone, of every project's shifts.
      if (change.eventType !== "DELETE" || isListed(change.old.id)) refetch();
    },
    refetch,
  );
}
