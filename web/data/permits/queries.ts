/** Reads a site's permits, for its admins. */
import { plateKey } from "#contract/plate.ts";
import { NEWEST, type Order } from "../keyset-pager.ts";
import { listInOrder } from "../list-in-pages.ts";
import type { Row } from "../live.ts";

export type Permit = Omit<Row<"permits">, "site_id" | "plate_key">;

const COLUMNS =
  "id, project_id, created_at, plate, holder, note, attendant_note, valid_from, valid_until, created_by, ended_at, ended_by" as const;
const PAGE_SIZE = 50;
/** The interval of the fetches, in milliseconds: permits are not live, and other admins add and end them. */
const POLL_MS = 15_000;

/** Orders of the list, each of which has an index: by arrival, or of the permits that have an end to come the first to end. */
export const PERMIT_SORTS = ["newest", "oldest", "ending"] as const;
export type PermitSort = (typeof PERMIT_SORTS)[number];

const ORDERS: Readonly<Record<PermitSort, Order<"created_at" | "valid_until">>> = {
  newest: NEWEST,
  oldest: { column: "created_at", ascending: true },
  ending: { column: "valid_until", ascending: true },
};

export const permitQueries = {
  all: ["permits"] as const,
  /** The permits of a site, fetched again while they are shown; `search` is a plate in any spelling. */
  list: (project: string, search = "", sort: PermitSort = "newest") =>
    // Rows in the order `ending` have an end, which their type does not say.
    listInOrder(ORDERS[sort] as Order<"created_at">, {
      queryKey: ["permits", "list", project, search, sort],
      size: PAGE_SIZE,
      refetchInterval: POLL_MS,
      rows: (client) => {
        let rows = client.from("permits").select(COLUMNS).eq("project_id", project);
        if (plateKey(search) !== "") rows = rows.eq("plate_key", plateKey(search));
        return sort === "ending" ? rows.is("ended_at", null).gt("valid_until", new Date().toISOString()) : rows;
      },
    }),
};
