/** The cached pages of a list of properties, and what changes of the table do to them. */
import type { InfiniteData } from "@tanstack/react-query";
import type { Change } from "../live.ts";
import type { NewestCursor } from "../newest-first.ts";
import type { PropertyStatus, PropertySummary } from "./queries.ts";

/** A page keeps where the next one starts, so that a row that leaves it does not make it look like the last one. */
export type PropertyPage = { rows: PropertySummary[]; next: NewestCursor | null };
export type PropertyPages = InfiniteData<PropertyPage, NewestCursor | null>;

/**
 * The pages of the list of a status (of all properties without one) after a change: a property that now belongs stands at
 * its place, one that no longer does is gone. The same object comes back when nothing changed.
 */
export function applyPropertyChange(
  data: PropertyPages,
  change: Change<"properties">,
  status: PropertyStatus | undefined,
): PropertyPages {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutProperty(data, change.old.id);
  const row = change.new;
  if (status !== undefined && row.status !== status) return withoutProperty(data, row.id);
  if (has(data, row.id)) return mapRows(data, (rows) => rows.map((each) => (each.id === row.id ? row : each)));
  return insertNewestFirst(data, row);
}

/** The pages without a property; the same object when it is on none of them. */
export const withoutProperty = (data: PropertyPages, id: string): PropertyPages =>
  has(data, id) ? mapRows(data, (rows) => rows.filter((row) => row.id !== id)) : data;

const has = (data: PropertyPages, id: string) => data.pages.some(({ rows }) => rows.some((row) => row.id === id));

const mapRows = (data: PropertyPages, change: (rows: PropertySummary[]) => PropertySummary[]): PropertyPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, rows: change(page.rows) })),
});

/** A property older than all that is loaded comes with its own page, unless there is none after the last. */
function insertNewestFirst(data: PropertyPages, row: PropertySummary): PropertyPages {
  const last = data.pages.length - 1;
  const inPage = data.pages.findIndex(({ rows }) => rows.some((each) => isOlder(each, row)));
  if (inPage === -1 && data.pages[last]?.next !== null) return data;
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      if (index !== (inPage === -1 ? last : inPage)) return page;
      const at = page.rows.findIndex((each) => isOlder(each, row));
      return { ...page, rows: at === -1 ? [...page.rows, row] : page.rows.toSpliced(at, 0, row) };
    }),
  };
}

/** Times of one table come in one form, so that their texts compare as the moments do. */
const isOlder = (each: PropertySummary, row: PropertySummary) =>
  each.created_at === row.created_at ? each.id < row.id : each.created_at < row.created_at;
