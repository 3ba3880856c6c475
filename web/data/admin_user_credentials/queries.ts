/** Reads the accounts that admins created, newest first; passwords are readable in the profile `specified` (document 2 §3, §6). */
import { ACCOUNT_TYPES, type AccountType } from "#contract/states.ts";
import type { Acting } from "../acting.ts";
import { ask, askCount } from "../ask.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { queryOptions } from "../use-query.ts";

export type Credential = Row<"admin_user_credentials">;

const COLUMNS = "id, email, password_text, account_type, is_active, created_at" as const;
const PAGE_SIZE = 100;

export const credentialQueries = {
  all: ["admin_user_credentials"] as const,
  /** The credentials by created_at, newest first (document 2 §7). */
  list: () =>
    listNewest({
      queryKey: ["admin_user_credentials", "list"],
      size: PAGE_SIZE,
      rows: (client) => client.from("admin_user_credentials").select(COLUMNS),
    }),
  /** Whether the server can mail a link to choose a password. */
  maySendLinks: () =>
    queryOptions({
      queryKey: ["admin_user_credentials", "links"] as const,
      queryFn: (acting, { signal }): Promise<boolean> =>
        ask(acting, (client) => client.rpc("may_send_links").abortSignal(signal)),
    }),
  /** The number of accounts of each type. */
  counts: () =>
    queryOptions({
      queryKey: ["admin_user_credentials", "counts"] as const,
      queryFn: (acting, { signal }) => Promise.all(ACCOUNT_TYPES.map((type) => countCredentials(acting, type, signal))),
    }),
};

export type TypeCount = { type: AccountType; count: number };

async function countCredentials(acting: Acting, type: AccountType, signal: AbortSignal): Promise<TypeCount> {
  const count = await askCount(acting, (client) => {
    const rows = client.from("admin_user_credentials").select("id", { count: "exact" });
    return rows.eq("account_type", type).limit(1).abortSignal(signal);
  });
  return { type, count };
}
