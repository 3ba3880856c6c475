/** Cached lists that only grow: what arrives is put into them, also when an older answer comes after it. */
import { type QueryKey, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { type Row, type Source, useLive } from "./live.ts";

type LogTable = "parking_deletion_logs" | "web_activity_logs";

/**
 * Puts each row that is inserted while the screen is open into the cached list under `queryKey`, and fetches the list again
 * after each (re)join.
 * @param insert gives the list with the row; the same row may come twice.
 */
export function useLiveArrivals<T extends LogTable, Data>(
  source: Source<T>,
  queryKey: QueryKey,
  insert: (data: Data, row: Row<T>) => Data,
): void {
  const cache = useQueryClient();
  const duringFetch = useRef<Row<T>[]>([]);
  const fetching = useIsFetching({ queryKey });

  const put = (row: Row<T>) => cache.setQueryData<Data>(queryKey, (data) => data && insert(data, row));

  useLive(
    source,
    (change) => {
      if (change.eventType !== "INSERT") return;
      if (cache.isFetching({ queryKey }) > 0) duringFetch.current.push(change.new);
      put(change.new);
    },
    () => void cache.invalidateQueries({ queryKey }),
  );

  // An answer that was asked for before the row came would take it away again.
  useLayoutEffect(() => {
    if (fetching > 0) return;
    for (const row of duringFetch.current.splice(0)) put(row);
  });
}
