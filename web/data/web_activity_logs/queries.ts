/** Reading what the attendants of a project did, newest first. */
import { queryOptions } from "@tanstack/react-query";
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type ActivityEntry = Omit<Row<"web_activity_logs">, "page_project" | "site_id">;

const COLUMNS = "id, user_id, user_type, action, page_url, additional_data, created_at" as const;

export const activityQueries = {
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
