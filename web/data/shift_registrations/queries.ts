/** Reads an attendant's own shifts, newest first, in pages. */
import type { SHIFT_STATUSES } from "#contract/states.ts";
import type { Acting } from "../acting.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { withReachableImages } from "../storage.ts";
import { unwrap } from "../unwrap.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";

export type ShiftStatus = (typeof SHIFT_STATUSES)[number];

/** A shift as screens read it. Times are ISO strings; the photos' addresses work from this page. */
export type Shift = Omit<Row<"shift_registrations">, "status"> & { status: ShiftStatus };

/** The owner of the shifts: an attendant in one project, or on the routes without a project. */
export type OwnShiftsScope = { attendant: string; project: string | undefined };

/** The filter of a list. */
export type ShiftFilter = "all" | "pending" | "reviewed";

const STATUSES: Record<Exclude<ShiftFilter, "all">, ShiftStatus[]> = {
  pending: ["pending"],
  reviewed: ["approved", "rejected"],
};

export const SHIFT_COLUMNS =
  "id, project_id, attendant_user_id, start_time, end_time, rating, description, image_urls, status, approved, reviewed_by, reviewed_at, review_note, rejected_at, rejected_by, rejection_note, created_at" as const;

const PAGE_SIZE = 50;

/** Keys and options of the queries on shifts. */
export const shiftQueries = {
  all: ["shift_registrations"] as const,
  /** The key of all lists of one attendant. */
  allOwn: ({ attendant, project }: OwnShiftsScope) =>
    ["shift_registrations", "own", attendant, project ?? null] as const,

  own: (scope: OwnShiftsScope, filter: ShiftFilter) =>
    infiniteQueryOptions({
      queryKey: [...shiftQueries.allOwn(scope), filter] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: (acting, { pageParam, signal }) => listOwnShifts(acting, scope, filter, pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),
};

async function listOwnShifts(
  acting: Acting,
  { attendant, project }: OwnShiftsScope,
  filter: ShiftFilter,
  after: NewestCursor | null,
  signal: AbortSignal,
): Promise<Shift[]> {
  const client = await acting.client();
  let rows = client.from("shift_registrations").select(SHIFT_COLUMNS).eq("attendant_user_id", attendant);
  rows = project === undefined ? rows.is("project_id", null) : rows.eq("project_id", project);
  if (filter !== "all") rows = rows.in("status", STATUSES[filter]);
  const found = unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
  return withReachableImages(acting, found as Shift[]);
}
