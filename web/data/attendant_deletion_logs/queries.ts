/** Reads the log of a project's removed attendants, newest first. */
import { LATEST_REMOVAL } from "../keyset-pager.ts";
import { listInOrder } from "../list-in-pages.ts";
import type { Row } from "../live.ts";

export type AttendantDeletion = Pick<
  Row<"attendant_deletion_logs">,
  "id" | "attendant_user_id" | "deleted_by" | "deleted_at"
>;

const PAGE_SIZE = 100;

export const attendantDeletionLogQueries = {
  all: ["attendant_deletion_logs"] as const,
  list: (project: string) =>
    listInOrder(LATEST_REMOVAL, {
      queryKey: ["attendant_deletion_logs", "list", project],
      size: PAGE_SIZE,
      rows: (client) =>
        client
          .from("attendant_deletion_logs")
          .select("id, attendant_user_id, deleted_by, deleted_at")
          .eq("project_id", project),
    }),
};
