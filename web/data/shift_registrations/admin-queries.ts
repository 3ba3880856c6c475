/** Reads all shifts of a project for its admins, in pages: first the waiting shifts, then the others, each newest first. */
import type { Acting } from "../acting.ts";
import { askCount } from "../ask.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { withReachableImages } from "../storage.ts";
import { unwrap } from "../unwrap.ts";
import { type Shift, SHIFT_COLUMNS, shiftQueries } from "./queries.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";
import { queryOptions } from "../use-query.ts";

const PAGE_SIZE = 50;
/** The tolerance for a browser's clock that is ahead of the database's, in milliseconds. The database notes the time of a review. */
const CLOCK_SLACK_MS = 3 * 60_000;

/** The first part of the list holds the waiting shifts, the second part the shifts reviewed before the list was opened. */
type Part = { isWaiting: boolean; after: NewestCursor | null };
type ShiftPage = { rows: Shift[]; next: Part | null };

export const adminShiftQueries = {
  /** The key of all data about a project's shifts. */
  ofProject: (project: string) => [...shiftQueries.all, "project", project] as const,

  /**
   * The shifts of a project (document 1 §7), waiting ones first. The parts are two reads, because the first page of one read would miss an
   * old waiting shift. A shift reviewed after `since`, the moment when the list was opened, stays at its place, so that nothing jumps under
   * the admin's hand.
   */
  list: (project: string, since: string) =>
    infiniteQueryOptions({
      queryKey: [...adminShiftQueries.ofProject(project), "list", since] as const,
      initialPageParam: { isWaiting: true, after: null },
      queryFn: (acting, { pageParam, signal }) => listShifts(acting, { project, since }, pageParam, signal),
      getNextPageParam: (page: ShiftPage) => page.next,
    }),

  /** The number of a project's shifts that wait for a review. */
  waiting: (project: string) =>
    queryOptions({
      queryKey: [...adminShiftQueries.ofProject(project), "waiting"] as const,
      queryFn: (acting, { signal }): Promise<number> =>
        askCount(acting, (client) => {
          const rows = client.from("shift_registrations").select("id", { count: "exact" }).eq("project_id", project);
          return rows.eq("status", "pending").limit(1).abortSignal(signal);
        }),
    }),
};

async function listShifts(
  acting: Acting,
  { project, since }: { project: string; since: string },
  { isWaiting, after }: Part,
  signal: AbortSignal,
): Promise<ShiftPage> {
  const client = await acting.client();
  const opened = new Date(Date.parse(since) - CLOCK_SLACK_MS).toISOString();
  const all = client.from("shift_registrations").select(SHIFT_COLUMNS).eq("project_id", project);
  const part = isWaiting
    ? all.or(`status.eq.pending,reviewed_at.gte."${opened}"`)
    : all.neq("status", "pending").or(`reviewed_at.is.null,reviewed_at.lt."${opened}"`);
  const found = unwrap(await newestPage(part, { after, size: PAGE_SIZE, signal }));
  const rows = await withReachableImages(acting, found as Shift[]);
  const more = nextNewest(found, PAGE_SIZE);
  if (more !== null || !isWaiting) return { rows, next: more && { isWaiting, after: more } };
  const rest = await listShifts(acting, { project, since }, { isWaiting: false, after: null }, signal);
  return { rows: [...rows, ...rest.rows], next: rest.next };
}
