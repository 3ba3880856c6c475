/** The cached pages of a list, newest first, and the effect of a changed row on them. */
import type { InfiniteData } from "@tanstack/react-query";
import type { NewestCursor } from "./keyset-pager.ts";
import type { Change, Row as TableRow } from "./live.ts";

/** A page stores where the next page starts, so that a page that lost a row does not look like the last one. */
export type KeysetPage<Row extends NewestCursor, Next = NewestCursor> = {
  rows: Row[];
  next: Next | null;
};
export type KeysetPages<Row extends NewestCursor, Next = NewestCursor> = InfiniteData<
  KeysetPage<Row, Next>,
  Next | null
>;

/** The rows of all pages, in the list's order. */
export const rowsOf = <Row extends NewestCursor>({ pages }: { pages: { rows: Row[] }[] }): Row[] =>
  pages.flatMap(({ rows }) => rows);

/** Whether a row is on one of the pages. */
export const hasRow = <Row extends NewestCursor, Next>(data: KeysetPages<Row, Next>, id: string): boolean =>
  data.pages.some(({ rows }) => rows.some((row) => row.id === id));

/** The pages without a row; the same object when no page has it. */
export const withoutRow = <Row extends NewestCursor, Next>(
  data: KeysetPages<Row, Next>,
  id: string,
): KeysetPages<Row, Next> => (hasRow(data, id) ? mapRows(data, (rows) => rows.filter((row) => row.id !== id)) : data);

/**
 * The pages with a row: it replaces the old version, or is inserted at its place. A row older than all loaded rows comes later with its own
 * page, and the same object is returned, unless all pages are loaded.
 */
export function withRow<Row extends NewestCursor, Next>(
  data: KeysetPages<Row, Next>,
  row: Row,
): KeysetPages<Row, Next> {
  if (hasRow(data, row.id)) return mapRows(data, (rows) => rows.map((each) => (each.id === row.id ? row : each)));
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

/**
 * The pages after a change of their table. @param listed converts the row to the list's columns; undefined when the row does not belong to
 * the list (any more).
 */
export function withChange<T extends "fines" | "properties", Row extends NewestCursor, Next>(
  data: KeysetPages<Row, Next>,
  change: Change<T>,
  listed: (row: TableRow<T>) => Row | undefined,
): KeysetPages<Row, Next> {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutRow(data, change.old.id);
  const row = listed(change.new);
  return row === undefined ? withoutRow(data, change.new.id) : withRow(data, row);
}

const mapRows = <Row extends NewestCursor, Next>(
  data: KeysetPages<Row, Next>,
  change: (rows: Row[]) => Row[],
): KeysetPages<Row, Next> => ({ ...data, pages: data.pages.map((page) => ({ ...page, rows: change(page.rows) })) });

/** Times of one table have one form, so their texts sort like the moments. */
const isOlder = (each: NewestCursor, row: NewestCursor) =>
  each.created_at === row.created_at ? each.id < row.id : each.created_at < row.created_at;
