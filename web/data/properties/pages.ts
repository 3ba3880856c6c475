/** The cached pages of a list of properties, and what changes of the table do to them. */
import { type KeysetPages, withoutRow, withRow } from "../keyset-pages.ts";
import type { Change } from "../live.ts";
import type { PropertyStatus, PropertySummary } from "./queries.ts";

export type PropertyPages = KeysetPages<PropertySummary>;

/**
 * The pages of the list of a status (of all properties without one) after a change: a property that now belongs stands at
 * its place, one that no longer does is gone. The same object comes back when nothing changed.
 */
export function applyPropertyChange(
  data: PropertyPages,
  change: Change<"properties">,
  status: PropertyStatus | undefined,
): PropertyPages {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutRow(data, change.old.id);
  const row = change.new;
  return status !== undefined && row.status !== status ? withoutRow(data, row.id) : withRow(data, row);
}
