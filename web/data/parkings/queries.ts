/** Reads parkings: one by its key, and the list in pages, newest first. */
import type { Acting } from "../acting.ts";
import { ask, askCount } from "../ask.ts";
import { fetchOrStored } from "../fetch-or-stored.ts";
import { keptParking } from "../plate_checks/offline.ts";
import { newestPage, nextInOrder, nextNewest, pageInOrder } from "../keyset-pager.ts";
import type { KeysetPage, KeysetPages } from "../keyset-pages.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";
import { queryOptions } from "../use-query.ts";

const COLUMNS =
  "id, project_id, car_model, car_color, street, ref_number, discord_username, start_time, end_time, created_at, active" as const;

/** A parking as screens read it: times are ISO strings. */
export type Parking = Omit<Row<"parkings">, "search_text" | "plate_key" | "site_id" | "receipt_hash">;

/** The start of the next page: the last row of the page before, and the number of rows to fetch. */
export type ParkingCursor = Pick<Parking, "created_at" | "id"> & { size: number };

/**
 * Rows of the first page and of the largest. Each page is twice as large as the one before, so that a list that was scrolled far down is
 * fetched again in few requests.
 */
const PAGE_SIZE = { first: 100, largest: 400 } as const;
const sizeAfter = (size: number) => Math.min(size * 2, PAGE_SIZE.largest);
/** The interval at which lists and counts by end time are fetched, in milliseconds: time passes without a change in the table. */
export const BY_END_MS = 60_000;

type ParkingPage = KeysetPage<Parking, ParkingCursor>;

/** The pages as lists of rows, for screens. The function stands outside the options, so that it runs once for each answer. */
const toRowPages = <Next>(data: KeysetPages<Parking, Next>) => ({
  ...data,
  pages: data.pages.map(({ rows }) => rows),
});

/** Parkings by their end: running (or future) ones, or ended ones. */
export type ParkingEnd = "active" | "expired";

/** Running parkings are ordered by the earliest end, ended ones by the latest end. */
const BY_END = {
  active: { column: "end_time", ascending: true },
  expired: { column: "end_time", ascending: false },
} as const;

/** The start of the next page by end time. `now` is the moment of the first page's fetch, so that no row falls between two pages. */
type EndCursor = Pick<Parking, "end_time" | "id"> & { size: number; now: string };

export type ParkingListScope = { project: string | undefined; search: string };

/** Keys and options of every query on parkings. */
export const parkingQueries = {
  all: ["parkings"] as const,
  lists: ["parkings", "list"] as const,
  /** The key of a project's lists, or of the lists without a project, with any search. */
  listsOf: (project: string | undefined) => ["parkings", "list", project ?? null] as const,

  /** The list of a project (of all projects without one), filtered by a search that is not empty (document 1 §5, §7). */
  list: ({ project, search }: ParkingListScope) =>
    infiniteQueryOptions({
      queryKey: ["parkings", "list", project ?? null, search] as const,
      // Live changes keep the list fresh; a focus of the window need not fetch every page again.
      refetchOnWindowFocus: false,
      initialPageParam: null as ParkingCursor | null,
      queryFn: (acting, { pageParam, signal }) => listParkings(acting, { project, search }, pageParam, signal),
      getNextPageParam: (page: ParkingPage) => page.next,
      select: toRowPages,
    }),

  /** The keys of lists and counts by end time, of one project or without one. */
  byEnd: ["parkings", "by-end"] as const,
  byEndOf: (project: string | undefined) => ["parkings", "by-end", project ?? null] as const,

  /** The running parkings of a project, the earliest end first; or the ended ones, the latest end first. */
  listByEnd: ({ project, end }: { project: string | undefined; end: ParkingEnd }) =>
    infiniteQueryOptions({
      queryKey: ["parkings", "by-end", project ?? null, end] as const,
      refetchOnWindowFocus: false,
      refetchInterval: BY_END_MS,
      initialPageParam: null as EndCursor | null,
      queryFn: (acting, { pageParam, signal }) => listByEnd(acting, project, end, pageParam, signal),
      getNextPageParam: (page: KeysetPage<Parking, EndCursor>) => page.next,
      select: toRowPages<EndCursor>,
    }),

  /** The number of a project's parkings: all, running, and ended. */
  counts: (project: string | undefined) =>
    queryOptions({
      queryKey: ["parkings", "by-end", project ?? null, "counts"] as const,
      refetchInterval: BY_END_MS,
      queryFn: async (acting, { signal }) => {
        const now = new Date().toISOString();
        const [all, active] = await Promise.all([
          countParkings(acting, project, null, signal),
          countParkings(acting, project, now, signal),
        ]);
        return { all, active, expired: Math.max(0, all - active) };
      },
    }),

  /** A parking, or null when it is gone. */
  byId: (id: string) =>
    queryOptions({
      queryKey: ["parkings", "one", id] as const,
      queryFn: (acting, { signal }) =>
        fetchOrStored(
          acting,
          `parking ${id}`,
          async (): Promise<Parking | null> => {
            return ask(acting, (client) =>
              client.from("parkings").select(COLUMNS).eq("id", id).abortSignal(signal).maybeSingle(),
            );
          },
          (owner) => keptParking(owner, id),
        ),
    }),
};

async function listParkings(
  acting: Acting,
  scope: ParkingListScope,
  after: ParkingCursor | null,
  signal: AbortSignal,
): Promise<ParkingPage> {
  const size = after?.size ?? PAGE_SIZE.first;
  const rows = await readPage(acting, scope, after, size, signal);
  const next = nextNewest(rows, size);
  return { rows, next: next && { ...next, size: sizeAfter(size) } };
}

async function readPage(
  acting: Acting,
  { project, search }: ParkingListScope,
  after: ParkingCursor | null,
  size: number,
  signal: AbortSignal,
): Promise<Parking[]> {
  const client = await acting.client();
  if (search !== "") {
    const found = client.rpc("search_parkings", {
      query: search,
      page_size: size,
      ...(project === undefined ? {} : { project }),
      ...(after === null ? {} : { before_created_at: after.created_at, before_id: after.id }),
    });
    return unwrap(await found.abortSignal(signal));
  }
  let rows = client.from("parkings").select(COLUMNS);
  if (project !== undefined) rows = rows.eq("project_id", project);
  return unwrap(await newestPage(rows, { after, size, signal }));
}

async function listByEnd(
  acting: Acting,
  project: string | undefined,
  end: ParkingEnd,
  after: EndCursor | null,
  signal: AbortSignal,
): Promise<KeysetPage<Parking, EndCursor>> {
  const size = after?.size ?? PAGE_SIZE.first;
  const now = after?.now ?? new Date().toISOString();
  const client = await acting.client();
  let rows = client.from("parkings").select(COLUMNS);
  if (project !== undefined) rows = rows.eq("project_id", project);
  if (end === "expired") rows = rows.lt("end_time", now);
  // A later page starts after the last row of the page before.
  else if (after === null) rows = rows.gte("end_time", now);
  const found = unwrap(await pageInOrder(BY_END[end], rows, { after, size, signal }));
  const next = nextInOrder(BY_END[end], found, size);
  return { rows: found, next: next && { ...next, now, size: sizeAfter(size) } };
}

/** Counts a project's parkings: all, or those that have not ended at `now`. */
const countParkings = (
  acting: Acting,
  project: string | undefined,
  now: string | null,
  signal: AbortSignal,
): Promise<number> =>
  askCount(acting, (client) => {
    let rows = client.from("parkings").select("id", { count: "exact" }).limit(1);
    if (project !== undefined) rows = rows.eq("project_id", project);
    if (now !== null) rows = rows.gte("end_time", now);
    return rows.abortSignal(signal);
  });
