/** Reading stored passwords, newest first: readable in the profile `specified`, as document 1 §6 asks to keep it. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { REFETCH_MS } from "#contract/limits.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type UserPassword = Pick<Row<"user_passwords">, "id" | "user_id" | "email" | "password_text" | "created_at">;

const PAGE_SIZE = 100;

export const userPasswordQueries = {
  /** The passwords; fetched again every 30 s (document 1 §7 and §9). */
  list: () =>
    infiniteQueryOptions({
      queryKey: ["user_passwords", "list"] as const,
      refetchInterval: REFETCH_MS.userPasswords,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listUserPasswords(pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),
};

async function listUserPasswords(after: NewestCursor | null, signal: AbortSignal): Promise<UserPassword[]> {
  const client = await getClient();
  const rows = client.from("user_passwords").select("id, user_id, email, password_text, created_at");
  return unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
}
