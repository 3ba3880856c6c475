/** Makes the hooks that keep cached data live, for every table's live.ts. */
import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useChangeOf } from "./during-fetch.ts";
import { type Change, type Source, type TableName, useLive } from "./live.ts";

type Followed<T extends TableName> = Source<T> & {
  /** The queries that are fetched again at a change, and after each (re)join of the channel. */
  refetch: (change?: Change<T>) => readonly QueryKey[];
  /** Called with each change, and with the cache before it. Returns false when nothing needs to be fetched. */
  onChange?: ((change: Change<T>, cache: QueryClient) => boolean | void) | undefined;
};

/** Queries whose running fetch may have read before the change; they are fetched again when its answer has come. */
const startedBefore = new WeakSet<Query>();

/**
 * Fetches queries again after a change. A running fetch may have read before the change: it is replaced by a new one, or goes on and is
 * followed by a second one. First fetches go on; without `restarts`, for changes that may come faster than answers, every running fetch
 * goes on.
 */
export function refetchAll(cache: QueryClient, keys: readonly QueryKey[], { restarts = true } = {}): void {
  for (const queryKey of keys) {
    for (const query of cache.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })) {
      const goesOn = !restarts || query.state.data === undefined;
      if (goesOn && !startedBefore.has(query)) void followUp(cache, query);
    }
    void cache.invalidateQueries({ queryKey }, { cancelRefetch: restarts });
  }
}

async function followUp(cache: QueryClient, query: Query): Promise<void> {
  startedBefore.add(query);
  const isAnswered = await query.fetch().then(
    () => true,
    () => false,
  );
  startedBefore.delete(query);
  if (isAnswered) await cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

/** Makes the hook that fetches queries again at each change of a table, and after each (re)join of the channel. */
export const defineLive = <T extends TableName, Scope extends unknown[]>(follow: (...scope: Scope) => Followed<T>) =>
  function useDefinedLive(...scope: Scope): void {
    const { refetch, onChange, ...source } = follow(...scope);
    const cache = useQueryClient();
    useLive<T>(
      source,
      (change) => {
        if (onChange?.(change, cache) !== false) refetchAll(cache, refetch(change));
      },
      () => refetchAll(cache, refetch()),
    );
  };

type FollowedLists<T extends TableName, Data> = Partial<Followed<T>> & {
  table: T;
  /** The key of the lists, which are fetched again after each (re)join. */
  lists: QueryKey;
  /** The list after a change; `stale` means that the list must be fetched again. The same change may come twice. */
  apply: (data: Data, change: Change<T>, queryKey: QueryKey) => Data | "stale";
};

/** Makes the hook that applies each change of a table to cached lists, also to an older answer that arrives later. */
export const defineLiveLists = <T extends TableName, Data, Scope extends unknown[]>(
  follow: (...scope: Scope) => FollowedLists<T, Data>,
) =>
  function useDefinedLists(...scope: Scope): void {
    const { lists, apply, refetch = () => [], onChange, ...source } = follow(...scope);
    const cache = useQueryClient();
    const put = useChangeOf(lists, (change: Change<T>) => {
      for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: lists })) {
        const data = cache.getQueryData<Data>(queryKey);
        const next = data && apply(data, change, queryKey);
        if (next === "stale") refetchAll(cache, [queryKey]);
        else cache.setQueryData(queryKey, next);
      }
    });
    useLive<T>(
      source,
      (change) => {
        put(change);
        refetchAll(cache, refetch(change));
        onChange?.(change, cache);
      },
      () => refetchAll(cache, [lists, ...refetch()]),
    );
  };
