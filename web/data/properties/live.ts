/** Keeps what is cached of properties as the table is. */
import { useQueryClient } from "@tanstack/react-query";
import { PROPERTY_STATUSES } from "#contract/states.ts";
import { useChangeOf } from "../during-fetch.ts";
import { type Change, useLive } from "../live.ts";
import { applyPropertyChange, type PropertyPages } from "./pages.ts";
import { propertyQueries, type PropertyStatus } from "./queries.ts";

/** Keeps the lists of properties live, and the one that is open. */
export function useLiveProperties(): void {
  const cache = useQueryClient();
  const queryKey = propertyQueries.lists;
  const apply = useChangeOf(queryKey, (change: Change<"properties">) => {
    for (const query of cache.getQueryCache().findAll({ queryKey })) {
      cache.setQueryData<PropertyPages>(
        query.queryKey,
        (data) => data && applyPropertyChange(data, change, statusOf(query.queryKey[2])),
      );
    }
  });

  useLive(
    { table: "properties" },
    (change) => {
      apply(change);
      const id = change.eventType === "DELETE" ? change.old.id : change.new.id;
      if (id !== undefined) void cache.invalidateQueries(propertyQueries.byId(id));
    },
    () => void cache.invalidateQueries({ queryKey: propertyQueries.all }),
  );
}

const statusOf = (part: unknown): PropertyStatus | undefined => PROPERTY_STATUSES.find((status) => status === part);
