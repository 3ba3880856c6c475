/** Reading what the attendants of a project did, newest first. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { newestPage, type NewestCursor, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type ActivityEntry = Omit<Row<"web_activity_logs">, "page_project" | "site_id">;

const COLUMNS = "id, user_id, user_type, action, page_url, additional_data, created_at" as const;

const PAGE_SIZE = 100;

/** What is looked for: a person, an action, and the day from its first moment to the next one's; empty ones ask for nothing. */
export type ActivityFilter = { person: string; action: string; from: string; to: string };

export const activityQueries = {
  /** What a project's attendants did, however long ago, in pages. */
  searchOf: (project: string, filter: ActivityFilter) =>
    infiniteQueryOptions({
      queryKey: ["web_activity_logs", "search", project, filter] as const,
      refetchOnWindowFocus: false,
      initialPageParam: null as NewestCursor | null,
      queryFn: async ({ pageParam, signal }): Promise<ActivityEntry[]> => {
        const client = await getClient();
        let rows = client
          .from("web_activity_logs")
          .select(COLUMNS)
          .eq("page_project", project)
          .eq("user_type", "attendant");
        if (filter.person !== "") rows = rows.eq("user_id", filter.person);
        if (filter.action !== "") rows = rows.eq("action", filter.action);
        if (filter.from !== "") rows = rows.gte("created_at", filter.from).lt("created_at", filter.to);
        return unwrap(await newestPage(rows, { after: pageParam, size: PAGE_SIZE, signal }));
      },
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),

  /** The newest entries of a project's attendants (document 1 §7: `page_url` contains /{project}/). */
  attendantsOf: (project: string) =>
    queryOptions({
      queryKey: ["web_activity_logs", "attendants", project] as const,
      queryFn: async ({ signal }): Promise<ActivityEntry[]> => {
        const client = await getClient();
        return unwrap(
          await client
            .from("web_activity_logs")
            .select(COLUMNS)
            // The first part of page_url, which has an index where `like` has none.
            .eq("page_project", project)
            .eq("user_type", "attendant")
            .order("created_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(ACTIVITY_LOG_LIMIT)
            .abortSignal(signal),
        );
      },
    }),
};
