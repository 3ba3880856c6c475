/** Live changes to cached lists, also to an answer that is older than they are. */
import { matchQuery, type QueryCacheNotifyEvent, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";

type Update = Extract<QueryCacheNotifyEvent, { type: "updated" }>;

/**
 * Gives the function that does a change to the lists below `queryKey`: at once, and once more to every answer that was asked for
 * before it came. That happens as the answer is stored: the old rows are never drawn, and a list does not jump under its reader.
 * @param apply does a change to what is cached; it may get the same one again.
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
        // Others come while components are drawn.
        if (event.type === "updated") handleUpdate(event);
      }),
    [cache],
  );

  return (change) => {
    if (cache.isFetching({ queryKey }) > 0) duringFetch.current.push(change);
    return apply(change);
  };
}
