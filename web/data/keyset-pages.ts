/** The cached pages of a list that is ordered newest first, and what one row's change does to them. */
import type { InfiniteData } from "@tanstack/react-query";
import type { NewestCursor } from "./keyset-pager.ts";
import type { Change, Row as TableRow } from "./live.ts";

/** A page keeps where the next one starts, so that a row that leaves it does not make it look like the last one. */
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

/** Whether a row stands on one of the pages. */
export const hasRow = <Row extends NewestCursor, Next>(data: KeysetPages<Row, Next>, id: string): boolean =>
  data.pages.some(({ rows }) => rows.some((row) => row.id === id));

/** The pages without a row; the same object when it is on none of them. */
export const withoutRow = <Row extends NewestCursor, Next>(
  data: KeysetPages<Row, Next>,
  id: string,
): KeysetPages<Row, Next> => (hasRow(data, id) ? mapRows(data, (rows) => rows.filter((row) => row.id !== id)) : data);

/**
 * The pages with a row: it replaces the one with its key, or stands at its place. One that is older than all that is loaded comes with
 * its own page, unless there is none after the last; then the same object comes back.
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
 * The pages after a change of their table.
 * @param listed gives the row as the list has it; undefined where the row does not belong to the list (any more).
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

/** Times of one table come in one form, so that their texts compare as the moments do. */
const isOlder = (each: NewestCursor, row: NewestCursor) =>
  each.created_at === row.created_at ? each.id < row.id : each.created_at < row.created_at;
