/** Keeps the shifts of a project live for its admins. */
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { adminShiftQueries } from "./admin-queries.ts";
import type { Shift } from "./queries.ts";

/** Fetches the list again when one of its shifts changes, and after each (re)join: a few shifts a day change. */
export function useLiveProjectShifts(project: string): void {
  const cache = useQueryClient();
  const { queryKey } = adminShiftQueries.list(project);
  const refetch = () => void cache.invalidateQueries({ queryKey });
  const isListed = (id: string | undefined) => {
    const data = cache.getQueryData<InfiniteData<Shift[]>>(queryKey);
    return data?.pages.some((page) => page.some((shift) => shift.id === id)) === true;
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
