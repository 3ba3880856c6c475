/** Reading all shifts of a project for its admins, newest first, in pages. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import { type NewestCursor, newestPage, nextNewest } from "../newest-first.ts";
import { RENEW_PHOTOS_MS, withReachableImages } from "../storage.ts";
import { unwrap } from "../unwrap.ts";
import { type Shift, SHIFT_COLUMNS, shiftQueries } from "./queries.ts";

const PAGE_SIZE = 50;

export const adminShiftQueries = {
  /** The shifts of a project, whoever worked them (document 1 §7). */
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: [...shiftQueries.all, "project", project] as const,
      refetchInterval: RENEW_PHOTOS_MS,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listShifts(project, pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),

  /** How many shifts of a project wait for a review. */
  waiting: (project: string) =>
    queryOptions({
      queryKey: [...shiftQueries.all, "project", project, "waiting"] as const,
      queryFn: async ({ signal }): Promise<number> => {
        const client = await getClient();
        const rows = client.from("shift_registrations").select("id", { count: "exact" }).eq("project_id", project);
        const answer = await rows.eq("status", "pending").limit(1).abortSignal(signal);
        unwrap(answer);
        return answer.count ?? 0;
      },
    }),
};

async function listShifts(project: string, after: NewestCursor | null, signal: AbortSignal): Promise<Shift[]> {
  const client = await getClient();
  const rows = client.from("shift_registrations").select(SHIFT_COLUMNS).eq("project_id", project);
  const found = unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
  return withReachableImages(found as Shift[]);
}
