/** Reading the profiles of registered users, newest first. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { REFETCH_MS } from "#contract/limits.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type Profile = Pick<Row<"profiles">, "id" | "email" | "created_at">;

const PAGE_SIZE = 100;

export const profileQueries = {
  /** The users; fetched again every 60 s (document 1 §7 and §9). */
  list: () =>
    infiniteQueryOptions({
      queryKey: ["profiles", "list"] as const,
      refetchInterval: REFETCH_MS.profiles,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listProfiles(pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),
  /** Those whose address nobody confirmed; the calls of `specified`, where every address is, are those of the documents. */
  unconfirmed: () =>
    queryOptions({
      queryKey: ["profiles", "unconfirmed"] as const,
      enabled: import.meta.env.VITE_SECURITY_PROFILE === "hardened",
      queryFn: async ({ signal }): Promise<string[]> =>
        unwrap(await (await getClient()).rpc("list_unconfirmed").abortSignal(signal)),
    }),
};

async function listProfiles(after: NewestCursor | null, signal: AbortSignal): Promise<Profile[]> {
  const client = await getClient();
  const rows = client.from("profiles").select("id, email, created_at");
  return unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
}
