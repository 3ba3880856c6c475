/** Reads the latest removed accounts, for the dispatch administrator (document 2 §7). */
import { DELETION_LOG_LIMIT } from "#contract/limits.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

/** A removed account. */
export type DeletedAccount = Pick<
  Row<"attendant_deletion_logs">,
  "id" | "attendant_user_id" | "discord_username" | "deleted_by" | "deleted_at"
>;

/** The newest 50 removals of a project and of rows without a project (document 2 §9). Rows of other projects stay theirs (decisions §2). */
export const latestDeletionsQuery = (project: string) =>
  queryOptions({
    queryKey: ["attendant_deletion_logs", "latest", project] as const,
    queryFn: (acting, { signal }): Promise<DeletedAccount[]> =>
      ask(acting, (client) =>
        client
          .from("attendant_deletion_logs")
          .select("id, attendant_user_id, discord_username, deleted_by, deleted_at")
          .or(`project_id.eq."${project}",project_id.is.null`)
          .order("deleted_at", { ascending: false })
          .order("id", { ascending: false })
          .limit(DELETION_LOG_LIMIT)
          .abortSignal(signal),
      ),
  });
