/** Lists that are read in pages, newest first: where the next page starts. */

/** The last row of a page. */
export type NewestCursor = { created_at: string; id: string };

/** Where the page after this one starts; null when this one was not full. */
export function nextNewest(page: readonly NewestCursor[], pageSize: number): NewestCursor | null {
  const last = page.at(-1);
  return last === undefined || page.length < pageSize ? null : { created_at: last.created_at, id: last.id };
}

/**
 * PostgREST's condition for the rows after the cursor, where `created_at` is at most the cursor's: that filter is what the
 * index can start at, this one breaks ties of the same microsecond.
 */
export const afterNewest = ({ created_at: createdAt, id }: NewestCursor): string =>
  `created_at.lt."${createdAt}",id.lt."${id}"`;

/** The last row of a page of a log of removals, whose order is the time of removal. */
export type DeletionCursor = { deleted_at: string; id: string };

/** `nextNewest` for a log of removals. */
export function nextDeletion(page: readonly DeletionCursor[], pageSize: number): DeletionCursor | null {
  const last = page.at(-1);
  return last === undefined || page.length < pageSize ? null : { deleted_at: last.deleted_at, id: last.id };
}

/** `afterNewest` for a log of removals. */
const afterDeletion = ({ deleted_at: deletedAt, id }: DeletionCursor): string =>
  `deleted_at.lt."${deletedAt}",id.lt."${id}"`;

/** What a page asks of a query of supabase-js, each step giving the query again. */
interface Sortable {
  lte(column: string, value: string): this;
  or(condition: string): this;
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
  abortSignal(signal: AbortSignal): this;
}

type Page<Cursor> = { after: Cursor | null; size: number; signal: AbortSignal };

/** The page of a query that starts after the cursor, newest first. */
export const newestPage = <Query extends Sortable>(query: Query, { after, ...page }: Page<NewestCursor>): Query =>
  sorted(after === null ? query : query.lte("created_at", after.created_at).or(afterNewest(after)), "created_at", page);

/** `newestPage` for a log of removals. */
export const deletionPage = <Query extends Sortable>(query: Query, { after, ...page }: Page<DeletionCursor>): Query =>
  sorted(
    after === null ? query : query.lte("deleted_at", after.deleted_at).or(afterDeletion(after)),
    "deleted_at",
    page,
  );

const sorted = <Query extends Sortable>(
  query: Query,
  column: string,
  { size, signal }: Omit<Page<never>, "after">,
): Query => query.order(column, { ascending: false }).order("id", { ascending: false }).limit(size).abortSignal(signal);
