/** Options of a list that is read in pages of rows. */
import type { InfiniteData, QueryKey } from "@tanstack/react-query";
import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import { ask } from "./ask.ts";
import type { Client } from "./client.ts";
import {
  type Cursor,
  NEWEST,
  type NewestCursor,
  nextInOrder,
  type Order,
  pageInOrder,
  type Sortable,
} from "./keyset-pager.ts";
import { infiniteQueryOptions } from "./use-infinite-query.ts";

type List<Key extends QueryKey, Row> = {
  queryKey: Key;
  /** The rows of a page. */
  size: number;
  /** The query for the whole list, without an order. */
  rows: (client: Client) => Sortable & PromiseLike<PostgrestSingleResponse<Row[]>>;
  /** The interval of the fetches; by default the list is not fetched by itself. */
  refetchInterval?: number;
  refetchOnWindowFocus?: boolean | "always";
};

/** The options of a list in the given order. */
export function listInOrder<Column extends string, Row extends Cursor<Column>, const Key extends QueryKey>(
  order: Order<Column>,
  { queryKey, size, rows, ...rules }: List<Key, Row>,
) {
  type Place = Pick<Row, Column | "id">;
  return infiniteQueryOptions<Row[], Key, Place | null, InfiniteData<Row[], Place | null>>({
    ...rules,
    queryKey,
    initialPageParam: null,
    queryFn: (acting, { pageParam: after, signal }) =>
      ask(acting, (client) =>
        pageInOrder(order, rows(client), { after: after as Cursor<Column> | null, size, signal }),
      ),
    getNextPageParam: (page) => nextInOrder(order, page, size),
  });
}

/** The options of a list that is read newest first. */
export const listNewest = <Row extends NewestCursor, const Key extends QueryKey>(list: List<Key, Row>) =>
  listInOrder(NEWEST, list);
