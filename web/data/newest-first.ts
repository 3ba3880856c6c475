/** Lists that are read in pages, newest first: where the next page starts, and what a query asks for it. */

/** The moment that a list is ordered by. */
type Moment = "created_at" | "deleted_at";

/** The last row of a page: its moment, and its key where two rows are of the same moment. */
export type Cursor<Column extends Moment> = Record<Column | "id", string>;
export type NewestCursor = Cursor<"created_at">;
/** Of a log of removals, whose order is the time of removal. */
export type DeletionCursor = Cursor<"deleted_at">;

/** Where the page after this one starts; null when this one was not full. */
export const nextNewest = (page: readonly NewestCursor[], pageSize: number): NewestCursor | null =>
  nextBy("created_at", page, pageSize);

/** `nextNewest` for a log of removals. */
export const nextDeletion = (page: readonly DeletionCursor[], pageSize: number): DeletionCursor | null =>
  nextBy("deleted_at", page, pageSize);

function nextBy<Column extends Moment>(
  column: Column,
  page: readonly Cursor<Column>[],
  pageSize: number,
): Cursor<Column> | null {
  const last = page.at(-1);
  if (last === undefined || page.length < pageSize) return null;
  return { [column]: last[column], id: last.id } as Cursor<Column>;
}

/** What a page asks of a query of supabase-js, each step giving the query again. */
interface Sortable {
  lte(column: string, value: string): this;
  or(condition: string): this;
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
  abortSignal(signal: AbortSignal): this;
}

type Page<Column extends Moment> = { after: Cursor<Column> | null; size: number; signal: AbortSignal };

/** The page of a query that starts after the cursor, newest first. */
export const newestPage = <Query extends Sortable>(query: Query, page: Page<"created_at">): Query =>
  pageBy("created_at", query, page);

/** `newestPage` for a log of removals. */
export const deletionPage = <Query extends Sortable>(query: Query, page: Page<"deleted_at">): Query =>
  pageBy("deleted_at", query, page);

function pageBy<Query extends Sortable, Column extends Moment>(
  column: Column,
  query: Query,
  { after, size, signal }: Page<Column>,
): Query {
  const rest = after === null ? query : query.lte(column, after[column]).or(conditionAfter(column, after));
  return rest.order(column, { ascending: false }).order("id", { ascending: false }).limit(size).abortSignal(signal);
}

/**
 * PostgREST's condition for the rows after the cursor, where the moment is at most the cursor's: that filter is what the index can
 * start at, this one breaks ties of the same microsecond.
 */
export const conditionAfter = <Column extends Moment>(column: Column, cursor: Cursor<Column>): string =>
  `${column}.lt."${cursor[column]}",id.lt."${cursor.id}"`;
