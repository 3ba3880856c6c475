/** Reading the trail: who did what, newest first, in pages and whole for an export. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import { findSiteByPath } from "../main_page_sites/queries.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type TrailEntry = Omit<Row<"audit_trail">, "site_id">;

/** What is looked for; an empty text stands for everything. */
export type TrailFilter = {
  project: string;
  actor: string;
  action: string;
  subject: string;
  /** Moments in ISO form: from this one on, and before that one. */
  from: string;
  before: string;
};

const COLUMNS =
  "id, created_at, project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id" as const;
const PAGE_SIZE = 50;
/** Rows of one answer while an export reads. */
const EXPORT_PAGE = 1000;
/** How often it is asked whether there is something new, in milliseconds. */
const LOOK_MS = 15_000;

export const trailQueries = {
  list: (filter: TrailFilter) =>
    infiniteQueryOptions({
      queryKey: ["audit_trail", "list", filter] as const,
      // Its reader says when the list may move; another filter is asked anew.
      staleTime: 0,
      refetchOnWindowFocus: false,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listTrail(filter, { after: pageParam, size: PAGE_SIZE, signal }),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),

  /** The key of the newest row that the filter finds, or null. */
  newest: (filter: TrailFilter) =>
    queryOptions({
      queryKey: ["audit_trail", "newest", filter] as const,
      staleTime: 0,
      refetchInterval: LOOK_MS,
      queryFn: async ({ signal }) => {
        const [row] = await listTrail(filter, { after: null, size: 1, signal });
        return row?.id ?? null;
      },
    }),
};

type Page = { after: NewestCursor | null; size: number; signal: AbortSignal };

async function listTrail(filter: TrailFilter, page: Page): Promise<TrailEntry[]> {
  const client = await getClient();
  let rows = client.from("audit_trail").select(COLUMNS);
  if (filter.project !== "") {
    // By the site: it may have had another path.
    const site = await findSiteByPath(filter.project);
    rows = site === null ? rows.eq("project_id", filter.project) : rows.eq("site_id", site.id);
  }
  if (filter.actor !== "") rows = rows.eq("actor_id", filter.actor);
  if (filter.action !== "") rows = rows.eq("action", filter.action);
  if (filter.subject !== "") rows = rows.eq("subject", filter.subject);
  if (filter.from !== "") rows = rows.gte("created_at", filter.from);
  if (filter.before !== "") rows = rows.lt("created_at", filter.before);
  return unwrap(await newestPage(rows, page));
}

/** The newest rows that the filter finds, at most so many. @throws DataError */
export async function listTrailForExport(filter: TrailFilter, most: number): Promise<TrailEntry[]> {
  const found: TrailEntry[] = [];
  const { signal } = new AbortController();
  let after: NewestCursor | null = null;
  do {
    const page: TrailEntry[] = await listTrail(filter, { after, size: EXPORT_PAGE, signal });
    found.push(...page);
    after = nextNewest(page, EXPORT_PAGE);
  } while (after !== null && found.length < most);
  return found.slice(0, most);
}
