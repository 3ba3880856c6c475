/** The latest logins, logouts, creations and removals, as the dispatch administrator reads them (document 2 §3, §7). */
import { queryOptions } from "@tanstack/react-query";
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

/** One entry of the log. */
export type AccountActivity = Pick<
  Row<"web_activity_logs">,
  "id" | "user_id" | "user_type" | "action" | "page_url" | "additional_data" | "created_at"
>;

/** The actions that document 2 §3 knows; what attendants do on their screens is read elsewhere. */
const ACTIONS = ["login", "logout", "created", "deleted"] as const;

/** The newest 100 entries (document 2 §9). */
export const latestActivityQuery = () =>
  queryOptions({
    queryKey: ["web_activity_logs", "latest"] as const,
    queryFn: async ({ signal }): Promise<AccountActivity[]> => {
      const client = await getClient();
      return unwrap(
        await client
          .from("web_activity_logs")
          .select("id, user_id, user_type, action, page_url, additional_data, created_at")
          .in("action", ACTIONS)
          .order("created_at", { ascending: false })
          .order("id", { ascending: false })
          .limit(ACTIVITY_LOG_LIMIT)
          .abortSignal(signal),
      );
    },
  });
