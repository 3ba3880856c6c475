/** Reads the activity of a project's attendants, newest first. */
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { ask } from "../ask.ts";
import type { Client } from "../client.ts";
import { newestPage } from "../keyset-pager.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { queryOptions } from "../use-query.ts";

export type ActivityEntry = Omit<Row<"web_activity_logs">, "page_project" | "site_id">;

const COLUMNS = "id, user_id, user_type, action, page_url, additional_data, created_at" as const;

const PAGE_SIZE = 100;

/** The search: a person, an action, and a span of moments; an empty field matches everything. */
export type ActivityFilter = { person: string; action: string; from: string; to: string };

export const activityQueries = {
  /** The activity of a project's attendants, of any age, in pages. */
  searchOf: (project: string, filter: ActivityFilter) =>
    listNewest({
      queryKey: ["web_activity_logs", "search", project, filter],
      size: PAGE_SIZE,
      refetchOnWindowFocus: false,
      rows: (client) => {
        let rows = attendantsIn(client, project);
        if (filter.person !== "") rows = rows.eq("user_id", filter.person);
        if (filter.action !== "") rows = rows.eq("action", filter.action);
        if (filter.from !== "") rows = rows.gte("created_at", filter.from).lt("created_at", filter.to);
        return rows;
      },
    }),

  /** The newest entries of a project's attendants (document 1 §7: `page_url` contains /{project}/). */
  attendantsOf: (project: string) =>
    queryOptions({
      queryKey: ["web_activity_logs", "attendants", project] as const,
      queryFn: (acting, { signal }): Promise<ActivityEntry[]> =>
        ask(acting, (client) =>
          newestPage(attendantsIn(client, project), { after: null, size: ACTIVITY_LOG_LIMIT, signal }),
        ),
    }),
};

/** The activity of attendants on a project's pages. The column has an index, which `like` on page_url could not use. */
const attendantsIn = (client: Client, project: string) =>
  client.from("web_activity_logs").select(COLUMNS).eq("page_project", project).eq("user_type", "attendant");
