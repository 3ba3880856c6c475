/** Reads a site's permits, for its admins. */
import { plateKey } from "#contract/plate.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";

export type Permit = Omit<Row<"permits">, "site_id" | "plate_key">;

const COLUMNS =
  "id, project_id, created_at, plate, holder, note, attendant_note, valid_from, valid_until, created_by, ended_at, ended_by" as const;
const PAGE_SIZE = 50;
/** The interval of the fetches, in milliseconds: permits are not live, and other admins add and end them. */
const POLL_MS = 15_000;

export const permitQueries = {
  all: ["permits"] as const,
  /** The permits of a site, newest first, fetched again while they are shown; `search` is a plate in any spelling. */
  list: (project: string, search = "") =>
    listNewest({
      queryKey: ["permits", "list", project, search],
      size: PAGE_SIZE,
      refetchInterval: POLL_MS,
      rows: (client) => {
        const rows = client.from("permits").select(COLUMNS).eq("project_id", project);
        return plateKey(search) === "" ? rows : rows.eq("plate_key", plateKey(search));
      },
    }),
};
