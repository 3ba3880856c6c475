/** Reading the admins of customer sites. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { idKey } from "#contract/staff-address.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { ofProjectOrNone } from "../of-site.ts";
import { unwrap } from "../unwrap.ts";

/** An admin's account; the password as it stands in the table (document 1 §6). */
export type AdminAccount = Omit<Row<"admin_accounts">, "site_id" | "user_key">;

const COLUMNS = "id, account_id, project_id, user_id, password, created_by, created_at, renamed_from" as const;
const PAGE_SIZE = 100;

/** The admin with this ID, also typed in another case, or null (document 1 §7); whose site it is says `project_id`, null for every site. */
export async function findAdminAccount(userId: string): Promise<AdminAccount | null> {
  const client = await getClient();
  const accounts = () => client.from("admin_accounts").select(COLUMNS);
  const found = unwrap(await accounts().eq("user_id", userId).maybeSingle());
  return found ?? unwrap(await accounts().eq("user_key", idKey(userId)).maybeSingle());
}

export const adminAccountQueries = {
  all: ["admin_accounts"] as const,
  /** The admins who log in at a site, newest first. */
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["admin_accounts", "list", project] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listAdminAccounts(project, pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),
};

async function listAdminAccounts(
  project: string,
  after: NewestCursor | null,
  signal: AbortSignal,
): Promise<AdminAccount[]> {
  const client = await getClient();
  const rows = client.from("admin_accounts").select(COLUMNS).or(ofProjectOrNone(project));
  return unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
}
