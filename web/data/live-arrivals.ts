/** Cached lists that only grow: what arrives is put into them, also when an older answer comes after it. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useChangeOf } from "./during-fetch.ts";
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
  const put = useChangeOf(queryKey, (row: Row<T>) =>
    cache.setQueryData<Data>(queryKey, (data) => data && insert(data, row)),
  );

  useLive(
    source,
    (change) => {
      if (change.eventType === "INSERT") put(change.new);
    },
    () => void cache.invalidateQueries({ queryKey }),
  );
}
