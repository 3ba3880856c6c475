/** Reads the log of a project's removed parkings, newest first. */
import type { Row } from "../live.ts";
import { LATEST_REMOVAL } from "../keyset-pager.ts";
import { listInOrder } from "../list-in-pages.ts";

/** A removed parking as it was, with the person and time of the removal. */
export type ParkingDeletion = Omit<Row<"parking_deletion_logs">, "announced_by" | "site_id" | "plate_key">;

const COLUMNS =
  "id, project_id, parking_id, deleted_by, car_model, car_color, ref_number, street, discord_username, deleted_at" as const;

const PAGE_SIZE = 100;

export const parkingDeletionQueries = {
  /** The log of a project, ordered by the time of removal (document 1 §7). */
  list: (project: string) =>
    listInOrder(LATEST_REMOVAL, {
      queryKey: ["parking_deletion_logs", "list", project],
      size: PAGE_SIZE,
      // Live changes keep the list fresh; a focus of the window need not fetch every page again.
      refetchOnWindowFocus: false,
      rows: (client) => client.from("parking_deletion_logs").select(COLUMNS).eq("project_id", project),
    }),
};
