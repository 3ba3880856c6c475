/** Reading the accounts that admins created, newest first: readable in the profile `specified` (document 2 §3, §6). */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ACCOUNT_TYPES, type AccountType } from "#contract/states.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type Credential = Row<"admin_user_credentials">;

const COLUMNS = "id, email, password_text, account_type, is_active, created_at" as const;
const PAGE_SIZE = 100;

export const credentialQueries = {
  all: ["admin_user_credentials"] as const,
  /** The credentials by created_at, newest first (document 2 §7). */
  list: () =>
    infiniteQueryOptions({
      queryKey: ["admin_user_credentials", "list"] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listCredentials(pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),
  /** Whether somebody can be sent a link to choose a password with. */
  maySendLinks: () =>
    queryOptions({
      queryKey: ["admin_user_credentials", "links"] as const,
      queryFn: async ({ signal }): Promise<boolean> => {
        const client = await getClient();
        return unwrap(await client.rpc("may_send_links").abortSignal(signal));
      },
    }),
  /** How many accounts there are of each type. */
  counts: () =>
    queryOptions({
      queryKey: ["admin_user_credentials", "counts"] as const,
      queryFn: ({ signal }) => Promise.all(ACCOUNT_TYPES.map((type) => countCredentials(type, signal))),
    }),
};

export type TypeCount = { type: AccountType; count: number };

async function countCredentials(type: AccountType, signal: AbortSignal): Promise<TypeCount> {
  const client = await getClient();
  const answer = await client
    .from("admin_user_credentials")
    .select("id", { count: "exact" })
    .eq("account_type", type)
    .limit(1)
    .abortSignal(signal);
  unwrap(answer);
  return { type, count: answer.count ?? 0 };
}

async function listCredentials(after: NewestCursor | null, signal: AbortSignal): Promise<Credential[]> {
  const client = await getClient();
  const rows = client.from("admin_user_credentials").select(COLUMNS);
  return unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
}
