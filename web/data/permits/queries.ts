/** Reading a site's permits, for its admins. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { plateKey } from "#contract/plate.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type Permit = Omit<Row<"permits">, "site_id" | "plate_key">;

const PAGE_SIZE = 50;
/** How often the list is fetched, in milliseconds: permits are not followed live, and other admins add and end them. */
const POLL_MS = 15_000;

export const permitQueries = {
  all: ["permits"] as const,
  /** The permits of a site, newest first, fetched again while they are shown; `search` is a plate in any way of writing. */
  list: (project: string, search = "") =>
    infiniteQueryOptions({
      queryKey: ["permits", "list", project, search] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: async ({ pageParam, signal }): Promise<Permit[]> => {
        const client = await getClient();
        const columns =
          "id, project_id, created_at, plate, holder, note, attendant_note, valid_from, valid_until, created_by, ended_at, ended_by" as const;
        let rows = client.from("permits").select(columns).eq("project_id", project);
        if (plateKey(search) !== "") rows = rows.eq("plate_key", plateKey(search));
        return unwrap(await newestPage(rows, { after: pageParam, size: PAGE_SIZE, signal }));
      },
      getNextPageParam: (page: Permit[]) => nextNewest(page, PAGE_SIZE),
      refetchInterval: POLL_MS,
    }),
};
