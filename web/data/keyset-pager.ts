/** Lists that are read in pages: where the next page starts, and the query for it. */

/** The column that orders a list, and the direction. Rows with the same value are ordered by their key, in the same direction. */
export type Order<Column extends string> = { readonly column: Column; readonly ascending: boolean };

/** The last row of a page: its value in the column, and its key for rows with the same value. */
export type Cursor<Column extends string> = Record<Column, string | number> & { id: string };

/** Newest first, the order of most lists. */
export const NEWEST = { column: "created_at", ascending: false } as const;
export type NewestCursor = Record<"created_at" | "id", string>;

/** The order of the logs of removals. */
export const LATEST_REMOVAL = { column: "deleted_at", ascending: false } as const;
export type DeletionCursor = Record<"deleted_at" | "id", string>;

/** The cursor of the next page; null when this page was not full. */
export function nextInOrder<Column extends string, Row extends Cursor<Column>>(
  { column }: Order<Column>,
  page: readonly Row[],
  pageSize: number,
): Pick<Row, Column | "id"> | null {
  const last = page.at(-1);
  if (last === undefined || page.length < pageSize) return null;
  return { [column]: last[column], id: last.id } as Pick<Row, Column | "id">;
}

/** `nextInOrder` for a list that is read newest first. */
export const nextNewest = (page: readonly NewestCursor[], pageSize: number): NewestCursor | null =>
  nextInOrder(NEWEST, page, pageSize);

/** The part of a supabase-js query that a page uses; each method returns the query. */
export interface Sortable {
  gte(column: string, value: string | number): this;
  lte(column: string, value: string | number): this;
  or(condition: string): this;
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
  abortSignal(signal: AbortSignal): this;
}

type Page<Place> = { after: Place | null; size: number; signal: AbortSignal };

/** The page of a query after the cursor, in the given order. */
export function pageInOrder<Query extends Sortable, Column extends string>(
  order: Order<Column>,
  query: Query,
  { after, size, signal }: Page<Cursor<Column>>,
): Query {
  const { column, ascending } = order;
  const rest = after === null ? query : restAfter(order, query, after);
  return rest.order(column, { ascending }).order("id", { ascending }).limit(size).abortSignal(signal);
}

/** `pageInOrder` for a list that is read newest first. */
export const newestPage = <Query extends Sortable>(query: Query, page: Page<NewestCursor>): Query =>
  pageInOrder(NEWEST, query, page);

/** The first filter uses the index; the second filter separates rows of the same value. */
function restAfter<Query extends Sortable, Column extends string>(
  order: Order<Column>,
  query: Query,
  after: Cursor<Column>,
): Query {
  const { column, ascending } = order;
  const from = ascending ? query.gte(column, after[column]) : query.lte(column, after[column]);
  return from.or(conditionAfter(order, after));
}

/** PostgREST's condition for the rows after the cursor, among rows with the cursor's value or a later one. */
export function conditionAfter<Column extends string>(
  { column, ascending }: Order<Column>,
  cursor: Cursor<Column>,
): string {
  const beyond = ascending ? "gt" : "lt";
  return `${column}.${beyond}.${literal(cursor[column])},id.${beyond}.${literal(cursor.id)}`;
}

const literal = (value: string | number) => (typeof value === "number" ? String(value) : `"${value}"`);
