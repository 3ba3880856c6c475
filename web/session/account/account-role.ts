/** The signed-in account and its role, as screens need them (document 2 §6). */
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Role } from "#contract/states.ts";
import { lookUpRole } from "#data/user_roles/queries.ts";
import { VISITOR } from "#data/acting.ts";
import { fetchAccount, watchAccount } from "./account.ts";
import { readAccountId } from "./account-hint.ts";

export type SignedIn = { status: "signed-in"; userId: string; email: string; role: Role };

/** `failed`: a person may be signed in, but the service did not answer. */
export type AccountState =
  | { status: "loading"; role?: never }
  | { status: "signed-out"; role?: never }
  | { status: "failed"; role?: never; error: Error; isRetrying: boolean; retry: () => void }
  | SignedIn;

/** Whether a role may manage listings and bids: admin or employee (document 2 §6). */
export const isAgent = (role: Role | undefined): boolean => role === "admin" || role === "employee";

/** The account stored as `accountId`, confirmed by the service, with its role. */
const accountQuery = (accountId: string | null) =>
  queryOptions({
    queryKey: ["account", accountId] as const,
    queryFn: async () => {
      const account = await fetchAccount();
      return account === null ? null : { ...account, role: await lookUpRole(VISITOR, account.userId) };
    },
  });

function followStored(listener: () => void): () => void {
  let stop: (() => void) | undefined;
  let isGone = false;
  window.addEventListener("storage", listener);
  watchAccount(listener).then(
    (unfollow) => {
      if (isGone) unfollow();
      else stop = unfollow;
    },
    // The account's query reports that the server is away.
    () => undefined,
  );
  return () => {
    isGone = true;
    stop?.();
    window.removeEventListener("storage", listener);
  };
}

/** The signed-in account and its role; it follows sign-in and sign-out in every window. */
export function useAccount(): AccountState {
  const accountId = useSyncExternalStore(followStored, readAccountId, () => null);
  const { data, error, isFetching, refetch } = useQuery({ ...accountQuery(accountId), enabled: accountId !== null });
  if (accountId === null || data === null) return { status: "signed-out" };
  if (data !== undefined) return { status: "signed-in", ...data };
  if (error === null) return { status: "loading" };
  return { status: "failed", error, isRetrying: isFetching, retry: () => void refetch() };
}

/** The account right after a sign-in, cached for the next screens; null when nobody is signed in. @throws DataError */
export const loadAccount = (cache: QueryClient): Promise<Omit<SignedIn, "status"> | null> =>
  cache.fetchQuery({ ...accountQuery(readAccountId()), staleTime: 0 });
