/** Reading who removed which attendant of a project, newest first. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type DeletionCursor, LATEST_REMOVAL, nextInOrder, pageInOrder } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type AttendantDeletion = Pick<
  Row<"attendant_deletion_logs">,
  "id" | "attendant_user_id" | "deleted_by" | "deleted_at"
>;

const PAGE_SIZE = 100;

export const attendantDeletionLogQueries = {
  all: ["attendant_deletion_logs"] as const,
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["attendant_deletion_logs", "list", project] as const,
      initialPageParam: null as DeletionCursor | null,
      queryFn: ({ pageParam, signal }) => listAttendantDeletions(project, pageParam, signal),
      getNextPageParam: (page) => nextInOrder(LATEST_REMOVAL, page, PAGE_SIZE),
    }),
};

async function listAttendantDeletions(
  project: string,
  after: DeletionCursor | null,
  signal: AbortSignal,
): Promise<AttendantDeletion[]> {
  const client = await getClient();
  const rows = client
    .from("attendant_deletion_logs")
    .select("id, attendant_user_id, deleted_by, deleted_at")
    .eq("project_id", project);
  return unwrap(await pageInOrder(LATEST_REMOVAL, rows, { after, size: PAGE_SIZE, signal }));
}
