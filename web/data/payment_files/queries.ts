/** Reads the bank files that a site has booked. */
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { unwrap } from "../unwrap.ts";
import { type BankColumns, toBankColumns } from "./columns.ts";
import { queryOptions } from "../use-query.ts";

const COLUMNS =
  "id, created_at, name, placed, unknown, already, sum_ore, by_id, undone_at, undone_by, columns" as const;

export type PaymentFile = Omit<Row<"payment_files">, "project_id" | "site_id" | "rows_hash">;

const PAGE_SIZE = 50;
/** The most files whose columns are searched: years of one file a day. */
const MOST_LAYOUTS = 1000;
/** The interval of the fetches, in milliseconds: the list is not live, and other admins read files too. */
const POLL_MS = 15_000;

export const paymentFileQueries = {
  all: ["payment_files"] as const,
  /** The files of a site, newest first, fetched again while they are shown. */
  list: (project: string) =>
    listNewest({
      queryKey: ["payment_files", "list", project],
      size: PAGE_SIZE,
      refetchInterval: POLL_MS,
      rows: (client) => client.from("payment_files").select(COLUMNS).eq("project_id", project),
    }),

  /** The columns that people chose for files of a site, of the newest file first. Files that were undone are left out. */
  columns: (project: string) =>
    queryOptions({
      queryKey: ["payment_files", "columns", project] as const,
      queryFn: async (acting, { signal }): Promise<BankColumns[]> => {
        const client = await acting.client();
        const rows = client
          .from("payment_files")
          .select("columns")
          .eq("project_id", project)
          .is("undone_at", null)
          .order("created_at", { ascending: false })
          .limit(MOST_LAYOUTS)
          .abortSignal(signal);
        return unwrap(await rows).flatMap(({ columns }) => toBankColumns(columns) ?? []);
      },
    }),
};
