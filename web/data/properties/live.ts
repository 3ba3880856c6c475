/** Keeps cached properties live. */
import { PROPERTY_STATUSES } from "#contract/states.ts";
import { defineLiveLists } from "../define-live.ts";
import { type KeysetPages, withChange } from "../keyset-pages.ts";
import type { Change } from "../live.ts";
import { propertyQueries, type PropertyStatus, type PropertySummary } from "./queries.ts";

export type PropertyPages = KeysetPages<PropertySummary, { id: string; created_at: string; price: number }>;

/** Keeps the lists of properties live, and the open property. */
export const useLiveProperties = defineLiveLists(() => ({
  table: "properties",
  lists: propertyQueries.lists,
  // A filter knows its rows, and their places, in the database alone.
  apply: (data: PropertyPages, change, queryKey) =>
    queryKey[3] === null ? applyPropertyChange(data, change, statusOf(queryKey[2])) : "stale",
  refetch: (change) => {
    if (change === undefined) return [propertyQueries.all];
    const { id } = change.eventType === "DELETE" ? change.old : change.new;
    return [...propertyQueries.counts, ...(id === undefined ? [] : [propertyQueries.byId(id).queryKey])];
  },
}));

const statusOf = (part: unknown): PropertyStatus | undefined => PROPERTY_STATUSES.find((status) => status === part);

/**
 * The pages of a list (of a status, or of all properties) after a change: a property that now belongs is inserted at its place, and one
 * that no longer belongs leaves. The same object is returned when nothing changed.
 */
export const applyPropertyChange = (
  data: PropertyPages,
  change: Change<"properties">,
  status: PropertyStatus | undefined,
): PropertyPages =>
  withChange(data, change, (row) => (status === undefined || row.status === status ? row : undefined));
