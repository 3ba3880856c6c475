/** Reads the trail of changes, newest first: in pages, and whole for an export. */
import type { Acting } from "../acting.ts";
import { findSiteByPath } from "../main_page_sites/queries.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";
import { queryOptions } from "../use-query.ts";

export type TrailEntry = Omit<Row<"audit_trail">, "site_id">;

/** The search in the trail; an empty text matches everything. */
export type TrailFilter = {
  project: string;
  actor: string;
  action: string;
  subject: string;
  /** Moments in ISO form; `from` is included, `before` is not. */
  from: string;
  before: string;
};

const COLUMNS =
  "id, created_at, project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id" as const;
const PAGE_SIZE = 50;
/** Rows in one answer of an export. */
const EXPORT_PAGE = 1000;
/** The interval of the check for new rows, in milliseconds. */
const LOOK_MS = 15_000;

export const trailQueries = {
  list: (filter: TrailFilter) =>
    infiniteQueryOptions({
      queryKey: ["audit_trail", "list", filter] as const,
      // The reader decides when the list may move, so it is not fetched by itself; another filter is fetched at once.
      staleTime: 0,
      refetchOnWindowFocus: false,
      initialPageParam: null as NewestCursor | null,
      queryFn: (acting, { pageParam, signal }) =>
        listTrail(acting, filter, { after: pageParam, size: PAGE_SIZE, signal }),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),

  /** The key of the newest row that matches the filter, or null. */
  newest: (filter: TrailFilter) =>
    queryOptions({
      queryKey: ["audit_trail", "newest", filter] as const,
      staleTime: 0,
      refetchInterval: LOOK_MS,
      queryFn: async (acting, { signal }) => {
        const [row] = await listTrail(acting, filter, { after: null, size: 1, signal });
        return row?.id ?? null;
      },
    }),
};

type Page = { after: NewestCursor | null; size: number; signal: AbortSignal };

async function listTrail(acting: Acting, filter: TrailFilter, page: Page): Promise<TrailEntry[]> {
  const client = await acting.client();
  let rows = client.from("audit_trail").select(COLUMNS);
  if (filter.project !== "") {
    // Rows are found by the site, because its path may have changed.
    const site = await findSiteByPath(acting, filter.project);
    rows = site === null ? rows.eq("project_id", filter.project) : rows.eq("site_id", site.id);
  }
  if (filter.actor !== "") rows = rows.eq("actor_id", filter.actor);
  if (filter.action !== "") rows = rows.eq("action", filter.action);
  if (filter.subject !== "") rows = rows.eq("subject", filter.subject);
  if (filter.from !== "") rows = rows.gte("created_at", filter.from);
  if (filter.before !== "") rows = rows.lt("created_at", filter.before);
  return unwrap(await newestPage(rows, page));
}

/** The newest rows that match the filter, at most `most`. @throws DataError */
export async function listTrailForExport(acting: Acting, filter: TrailFilter, most: number): Promise<TrailEntry[]> {
  const found: TrailEntry[] = [];
  const { signal } = new AbortController();
  let after: NewestCursor | null = null;
  do {
    const page: TrailEntry[] = await listTrail(acting, filter, { after, size: EXPORT_PAGE, signal });
    found.push(...page);
    after = nextNewest(page, EXPORT_PAGE);
  } while (after !== null && found.length < most);
  return found.slice(0, most);
}
