/** Reads the latest logins, logouts, creations and removals, for the dispatch administrator (document 2 §3, §7). */
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { ask } from "../ask.ts";
import { newestPage } from "../keyset-pager.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

/** An entry of the log. */
export type AccountActivity = Pick<
  Row<"web_activity_logs">,
  "id" | "user_id" | "user_type" | "action" | "page_url" | "additional_data" | "created_at"
>;

const COLUMNS = "id, user_id, user_type, action, page_url, additional_data, created_at" as const;

/** The actions in document 2 §3. The actions of attendants are read elsewhere. */
const ACTIONS = ["login", "logout", "created", "deleted"] as const;

/** The newest 100 entries (document 2 §9). */
export const latestActivityQuery = () =>
  queryOptions({
    queryKey: ["web_activity_logs", "latest"] as const,
    queryFn: (acting, { signal }): Promise<AccountActivity[]> =>
      ask(acting, (client) =>
        newestPage(client.from("web_activity_logs").select(COLUMNS).in("action", ACTIONS), {
          after: null,
          size: ACTIVITY_LOG_LIMIT,
          signal,
        }),
      ),
  });
