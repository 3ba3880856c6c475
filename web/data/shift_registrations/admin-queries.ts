/** Reading all shifts of a project for its admins, in pages: those that wait first, each part newest first. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { askCount } from "../ask.ts";
import { getClient } from "../client.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { withReachableImages } from "../storage.ts";
import { unwrap } from "../unwrap.ts";
import { type Shift, SHIFT_COLUMNS, shiftQueries } from "./queries.ts";

const PAGE_SIZE = 50;
/** How far a browser's clock may be ahead of the database's, which notes when a shift is reviewed, in milliseconds. */
const CLOCK_SLACK_MS = 3 * 60_000;

/** The first part of the list is what waits, the second what was reviewed before the list was opened. */
type Part = { isWaiting: boolean; after: NewestCursor | null };
type ShiftPage = { rows: Shift[]; next: Part | null };

export const adminShiftQueries = {
  /** Whatever is read of a project's shifts. */
  ofProject: (project: string) => [...shiftQueries.all, "project", project] as const,

  /**
   * The shifts of a project, whoever worked them (document 1 §7), those that wait first: a second read, since the first page of one read
   * would not have an old one that waits. What is reviewed after `since`, the moment the list was opened, stays where it was while it
   * waited, so that nothing jumps under the hand of who reviews.
   */
  list: (project: string, since: string) =>
    infiniteQueryOptions({
      queryKey: [...adminShiftQueries.ofProject(project), "list", since] as const,
      initialPageParam: { isWaiting: true, after: null },
      queryFn: ({ pageParam, signal }) => listShifts({ project, since }, pageParam, signal),
      getNextPageParam: (page: ShiftPage) => page.next,
    }),

  /** How many shifts of a project wait for a review. */
  waiting: (project: string) =>
    queryOptions({
      queryKey: [...adminShiftQueries.ofProject(project), "waiting"] as const,
      queryFn: ({ signal }): Promise<number> =>
        askCount((client) => {
          const rows = client.from("shift_registrations").select("id", { count: "exact" }).eq("project_id", project);
          return rows.eq("status", "pending").limit(1).abortSignal(signal);
        }),
    }),
};

async function listShifts(
  { project, since }: { project: string; since: string },
  { isWaiting, after }: Part,
  signal: AbortSignal,
): Promise<ShiftPage> {
  const client = await getClient();
  const opened = new Date(Date.parse(since) - CLOCK_SLACK_MS).toISOString();
  const all = client.from("shift_registrations").select(SHIFT_COLUMNS).eq("project_id", project);
  const part = isWaiting
    ? all.or(`status.eq.pending,reviewed_at.gte."${opened}"`)
    : all.neq("status", "pending").or(`reviewed_at.is.null,reviewed_at.lt."${opened}"`);
  const found = unwrap(await newestPage(part, { after, size: PAGE_SIZE, signal }));
  const rows = await withReachableImages(found as Shift[]);
  const more = nextNewest(found, PAGE_SIZE);
  if (more !== null || !isWaiting) return { rows, next: more && { isWaiting, after: more } };
  const rest = await listShifts({ project, since }, { isWaiting: false, after: null }, signal);
  return { rows: [...rows, ...rest.rows], next: rest.next };
}
