/** Reading which files of banks a site has booked. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../newest-first.ts";
import { unwrap } from "../unwrap.ts";

const COLUMNS =
  "id, created_at, name, placed, unknown, already, sum_ore, by_id, undone_at, undone_by, columns" as const;

export type PaymentFile = Omit<Row<"payment_files">, "project_id" | "site_id" | "rows_hash">;

const PAGE_SIZE = 50;
/** How often the list is fetched, in milliseconds: it is not followed live, and other admins read files too. */
const POLL_MS = 15_000;

export const paymentFileQueries = {
  all: ["payment_files"] as const,
  /** The files of a site, newest first, fetched again while they are shown. */
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["payment_files", "list", project] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: async ({ pageParam, signal }): Promise<PaymentFile[]> => {
        const client = await getClient();
        const rows = client.from("payment_files").select(COLUMNS).eq("project_id", project);
        return unwrap(await newestPage(rows, { after: pageParam, size: PAGE_SIZE, signal }));
      },
      getNextPageParam: (page: PaymentFile[]) => nextNewest(page, PAGE_SIZE),
      refetchInterval: POLL_MS,
    }),
};
