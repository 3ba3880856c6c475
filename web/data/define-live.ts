/** The hooks that keep what is cached of a table as the table is: the recipe that every table's live.ts follows. */
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useChangeOf } from "./during-fetch.ts";
import { type Change, type Source, type TableName, useLive } from "./live.ts";

type Followed<T extends TableName> = Source<T> & {
  /** The queries that are fetched again at a change, and after each (re)join, when there is no change to tell of. */
  refetch: (change?: Change<T>) => readonly QueryKey[];
  /** Gets each change, with the cache as it was before; false lets the change pass, with nothing fetched. */
  onChange?: ((change: Change<T>, cache: QueryClient) => boolean | void) | undefined;
};

function refetchAll(cache: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) void cache.invalidateQueries({ queryKey });
}

/** The hook that has queries fetched again at each change of a table, and after each (re)join. */
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
  /** A list after a change; `stale` has the list fetched again. The same change may come twice. */
  apply: (data: Data, change: Change<T>, queryKey: QueryKey) => Data | "stale";
};

/** The hook that puts each change of a table into cached lists, also where an older answer comes after it. */
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
