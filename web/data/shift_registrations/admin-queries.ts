/** Reading all shifts of a project for its admins, newest first, in pages. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import { afterNewest, type NewestCursor, nextNewest } from "../newest-first.ts";
import { withReachableImages } from "../storage.ts";
import { unwrap } from "../unwrap.ts";
import { type Shift, SHIFT_COLUMNS, shiftQueries } from "./queries.ts";

const PAGE_SIZE = 50;

export const adminShiftQueries = {
  /** The shifts of a project, whoever worked them (document 1 §7). */
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: [...shiftQueries.all, "project", project] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listShifts(project, pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),
};

async function listShifts(project: string, after: NewestCursor | null, signal: AbortSignal): Promise<Shift[]> {
  const client = await getClient();
  let rows = client.from("shift_registrations").select(SHIFT_COLUMNS).eq("project_id", project);
  if (after !== null) rows = rows.lte("created_at", after.created_at).or(afterNewest(after));
  const found = unwrap(
    await rows
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(PAGE_SIZE)
      .abortSignal(signal),
  );
  return withReachableImages(found as Shift[]);
}
