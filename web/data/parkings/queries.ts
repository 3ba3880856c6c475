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

type ParkingPage = KeysetPage<Parking, ParkingCursor>;

/** The pages as lists of rows, as screens show them. Outside the options, so that it runs once an answer. */
const toRowPages = (data: KeysetPages<Parking, ParkingCursor>) => ({
  ...data,
  pages: data.pages.map(({ rows }) => rows),
});

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
