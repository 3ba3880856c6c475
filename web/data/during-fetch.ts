/** Applies live changes to cached lists, also to an answer that was requested before the change came. */
import { matchQuery, type QueryCacheNotifyEvent, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";

type Update = Extract<QueryCacheNotifyEvent, { type: "updated" }>;

/**
 * Returns a function that applies a change to the lists below `queryKey`: at once, and again to every answer that was requested before the
 * change. The second time happens while the answer is stored, so old rows are never drawn and the list does not jump.
 * @param apply applies a change to the cached data; it may get the same change twice.
 */
export function useChangeOf<C, R>(queryKey: QueryKey, apply: (change: C) => R): (change: C) => R {
  const cache = useQueryClient();
  const duringFetch = useRef<C[]>([]);

  const handleUpdate = useEffectEvent(({ query, action }: Update) => {
    if (!matchQuery({ queryKey }, query)) return;
    const isAnswer = action.type === "success" && action.manual !== true;
    if (isAnswer) for (const change of duringFetch.current) apply(change);
    if (cache.isFetching({ queryKey }) === 0) duringFetch.current = [];
  });
  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        // Other events may come while React draws, when no state may change.
        if (event.type === "updated") handleUpdate(event);
      }),
    [cache],
  );

  return (change) => {
    if (cache.isFetching({ queryKey }) > 0) duringFetch.current.push(change);
    return apply(change);
  };
}
