/** Keeps what is cached of properties as the table is. */
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { PROPERTY_STATUSES } from "#contract/states.ts";
import { type Change, useLive } from "../live.ts";
import { applyPropertyChange, type PropertyPages } from "./pages.ts";
import { propertyQueries, type PropertyStatus } from "./queries.ts";

/** Keeps the lists of properties live, and the one that is open. */
export function useLiveProperties(): void {
  const cache = useQueryClient();
  const queryKey = propertyQueries.lists;
  const duringFetch = useRef<Change<"properties">[]>([]);
  const fetching = useIsFetching({ queryKey });

  function apply(change: Change<"properties">) {
    for (const query of cache.getQueryCache().findAll({ queryKey })) {
      cache.setQueryData<PropertyPages>(
        query.queryKey,
        (data) => data && applyPropertyChange(data, change, statusOf(query.queryKey[2])),
      );
    }
  }

  useLive(
    { table: "properties" },
    (change) => {
      if (cache.isFetching({ queryKey }) > 0) duringFetch.current.push(change);
      apply(change);
      const id = change.eventType === "DELETE" ? change.old.id : change.new.id;
      if (id !== undefined) void cache.invalidateQueries(propertyQueries.byId(id));
    },
    () => void cache.invalidateQueries({ queryKey: propertyQueries.all }),
  );

  // An answer that was asked for before a change puts the old rows back when it comes: the change is done once more.
  useLayoutEffect(() => {
    if (fetching > 0) return;
    for (const change of duringFetch.current.splice(0)) apply(change);
  });
}

const statusOf = (part: unknown): PropertyStatus | undefined => PROPERTY_STATUSES.find((status) => status === part);
