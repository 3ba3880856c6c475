/** Reading the log of removed parkings of a project, newest first. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type DeletionCursor, LATEST_REMOVAL, nextInOrder, pageInOrder } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

/** A removed parking as it was, with who removed it and when. */
export type ParkingDeletion = Omit<Row<"parking_deletion_logs">, "announced_by" | "site_id" | "plate_key">;

const COLUMNS =
  "id, project_id, parking_id, deleted_by, car_model, car_color, ref_number, street, discord_username, deleted_at" as const;

const PAGE_SIZE = 100;

export const parkingDeletionQueries = {
  /** The log of a project, ordered by the time of removal (document 1 §7). */
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["parking_deletion_logs", "list", project] as const,
      // Live changes keep it fresh; a look at another window is no reason to fetch every page again.
      refetchOnWindowFocus: false,
      initialPageParam: null as DeletionCursor | null,
      queryFn: ({ pageParam, signal }) => listParkingDeletions(project, pageParam, signal),
      getNextPageParam: (page) => nextInOrder(LATEST_REMOVAL, page, PAGE_SIZE),
    }),
};

async function listParkingDeletions(
  project: string,
  after: DeletionCursor | null,
  signal: AbortSignal,
): Promise<ParkingDeletion[]> {
  const client = await getClient();
  const rows = client.from("parking_deletion_logs").select(COLUMNS).eq("project_id", project);
  return unwrap(await pageInOrder(LATEST_REMOVAL, rows, { after, size: PAGE_SIZE, signal }));
}
