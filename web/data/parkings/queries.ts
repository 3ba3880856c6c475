/** Reading parkings: one by its key, and the list in pages, newest first. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import { kept } from "../kept.ts";
import { keptParking } from "../plate_checks/offline.ts";
import type { KeysetPage, KeysetPages } from "../keyset-pages.ts";
import type { Row } from "../live.ts";
import { conditionAfter } from "../newest-first.ts";
import { unwrap } from "../unwrap.ts";

const COLUMNS =
  "id, project_id, car_model, car_color, street, ref_number, discord_username, start_time, end_time, created_at, active" as const;

/** A parking as screens read it: times are ISO strings. */
export type Parking = Omit<Row<"parkings">, "search_text" | "plate_key" | "site_id" | "receipt_hash">;

/** Where the next page starts: the last row of the page before; and how many rows it asks for. */
export type ParkingCursor = Pick<Parking, "created_at" | "id"> & { size: number };

/**
 * Rows of the first page, and of the largest: each page is twice the one before, so that a list that was scrolled far down is
 * fetched again in few requests.
 */
const PAGE_SIZE = { first: 100, largest: 400 } as const;
/** How often what hangs on the end of parkings is fetched anew, in milliseconds: time passes without a change in the table. */
export const BY_END_MS = 60_000;

type ParkingPage = KeysetPage<Parking, ParkingCursor>;

/** The pages as lists of rows, as screens show them. Outside the options, so that it runs once an answer. */
const toRowPages = <Next extends ParkingCursor>(data: KeysetPages<Parking, Next>) => ({
  ...data,
  pages: data.pages.map(({ rows }) => rows),
});

/** Which parkings by their end: those that run (or will), or those that are over. */
export type ParkingEnd = "active" | "expired";

/** Where the next page by the end starts. `now` is the moment that the first page was asked for, so that no row falls between two. */
type EndCursor = ParkingCursor & Pick<Parking, "end_time"> & { now: string };

export type ParkingListScope = { project: string | undefined; search: string };

/** Keys and options of every query on parkings. */
export const parkingQueries = {
  all: ["parkings"] as const,
  lists: ["parkings", "list"] as const,
  /** The lists of one project, or those without one, whatever is searched for. */
  listsOf: (project: string | undefined) => ["parkings", "list", project ?? null] as const,

  /** The list of a project (of all projects without one), searched where `search` is not empty (document 1 §5, §7). */
  list: ({ project, search }: ParkingListScope) =>
    infiniteQueryOptions({
      queryKey: ["parkings", "list", project ?? null, search] as const,
      // Live changes keep it fresh; a look at another window is no reason to fetch every page again.
      refetchOnWindowFocus: false,
      initialPageParam: null as ParkingCursor | null,
      queryFn: ({ pageParam, signal }) => listParkings({ project, search }, pageParam, signal),
      getNextPageParam: (page: ParkingPage) => page.next,
      select: toRowPages,
    }),

  /** What is ordered or counted by the end of parkings, of one project or of those without one. */
  byEnd: ["parkings", "by-end"] as const,
  byEndOf: (project: string | undefined) => ["parkings", "by-end", project ?? null] as const,

  /** The parkings of a project that run, what ends soon first; or those that are over, the latest first. */
  listByEnd: ({ project, end }: { project: string | undefined; end: ParkingEnd }) =>
    infiniteQueryOptions({
      queryKey: ["parkings", "by-end", project ?? null, end] as const,
      refetchOnWindowFocus: false,
      refetchInterval: BY_END_MS,
      initialPageParam: null as EndCursor | null,
      queryFn: ({ pageParam, signal }) => listByEnd(project, end, pageParam, signal),
      getNextPageParam: (page: KeysetPage<Parking, EndCursor>) => page.next,
      select: toRowPages<EndCursor>,
    }),

  /** How many parkings of a project there are, run, and are over. */
  counts: (project: string | undefined) =>
    queryOptions({
      queryKey: ["parkings", "by-end", project ?? null, "counts"] as const,
      refetchInterval: BY_END_MS,
      queryFn: async ({ signal }) => {
        const now = new Date().toISOString();
        const [all, active] = await Promise.all([
          countParkings(project, null, signal),
          countParkings(project, now, signal),
        ]);
        return { all, active, expired: Math.max(0, all - active) };
      },
    }),

  /** One parking, or null when it is gone. */
  byId: (id: string) =>
    queryOptions({
      queryKey: ["parkings", "one", id] as const,
      queryFn: ({ signal }) =>
        kept(
          `parking ${id}`,
          async (): Promise<Parking | null> => {
            const client = await getClient();
            return unwrap(await client.from("parkings").select(COLUMNS).eq("id", id).abortSignal(signal).maybeSingle());
          },
          (owner) => keptParking(owner, id),
        ),
    }),
};

async function listParkings(
  scope: ParkingListScope,
  after: ParkingCursor | null,
  signal: AbortSignal,
): Promise<ParkingPage> {
  const size = after?.size ?? PAGE_SIZE.first;
  const rows = await readPage(scope, after, size, signal);
  const last = rows.at(-1);
  const isLastPage = last === undefined || rows.length < size;
  return {
    rows,
    next: isLastPage ? null : { created_at: last.created_at, id: last.id, size: Math.min(size * 2, PAGE_SIZE.largest) },
  };
}

async function readPage(
  { project, search }: ParkingListScope,
  after: ParkingCursor | null,
  size: number,
  signal: AbortSignal,
): Promise<Parking[]> {
  const client = await getClient();
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
  if (after !== null) {
    // The first condition is what the index can start at; the second breaks ties of the same microsecond.
    rows = rows.lte("created_at", after.created_at).or(conditionAfter("created_at", after));
  }
  return unwrap(
    await rows
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(size)
      .abortSignal(signal),
  );
}

async function listByEnd(
  project: string | undefined,
  end: ParkingEnd,
  after: EndCursor | null,
  signal: AbortSignal,
): Promise<KeysetPage<Parking, EndCursor>> {
  const size = after?.size ?? PAGE_SIZE.first;
  const now = after?.now ?? new Date().toISOString();
  const client = await getClient();
  let rows = client.from("parkings").select(COLUMNS);
  if (project !== undefined) rows = rows.eq("project_id", project);
  const ascending = end === "active";
  rows = ascending ? rows.gte("end_time", after?.end_time ?? now) : rows.lt("end_time", now);
  if (after !== null) {
    if (!ascending) rows = rows.lte("end_time", after.end_time);
    const beyond = ascending ? "gt" : "lt";
    rows = rows.or(`end_time.${beyond}."${after.end_time}",id.${beyond}."${after.id}"`);
  }
  const ordered = rows.order("end_time", { ascending }).order("id", { ascending });
  const found = unwrap(await ordered.limit(size).abortSignal(signal));
  const last = found.at(-1);
  return {
    rows: found,
    next:
      last === undefined || found.length < size
        ? null
        : {
            created_at: last.created_at,
            end_time: last.end_time,
            id: last.id,
            now,
            size: Math.min(size * 2, PAGE_SIZE.largest),
          },
  };
}

/** Counts a project's parkings: all, or those that have not ended at `now`. */
async function countParkings(project: string | undefined, now: string | null, signal: AbortSignal): Promise<number> {
  const client = await getClient();
  let rows = client.from("parkings").select("id", { count: "exact" }).limit(1);
  if (project !== undefined) rows = rows.eq("project_id", project);
  if (now !== null) rows = rows.gte("end_time", now);
  const answer = await rows.abortSignal(signal);
  unwrap(answer);
  return answer.count ?? 0;
}
