/** Queries of the back end. Their functions take the acting person, and this hook fills in the person of the screen. */
import {
  type DataTag,
  type QueryFunctionContext,
  type QueryKey,
  useQuery as useQueryOf,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { type Acting, useActing } from "./acting.ts";

/** The part of a query that asks. */
export type Ask<Data, Context> = { queryFn: (acting: Acting, context: Context) => Data | Promise<Data> };

/** The options of a React Query query, without the acting person. */
type Query<Data, Selected, Key extends QueryKey> = Omit<UseQueryOptions<Data, Error, Selected, Key>, "queryFn"> &
  Ask<Data, QueryFunctionContext<Key>>;

/** `queryOptions` of React Query; its `queryFn` takes the acting person first. */
export const queryOptions = <Data, Key extends QueryKey, Selected = Data>(
  query: Query<Data, Selected, Key>,
): Query<Data, Selected, Key> & { queryKey: DataTag<Key, Data, Error> } =>
  query as typeof query & { queryKey: DataTag<Key, Data, Error> };

/** A query's options with the acting person filled in, for the methods of a cache. */
export function askedBy<Data, Context, Rest>(
  acting: Acting,
  query: Rest & Ask<Data, Context>,
): Omit<Rest & Ask<Data, Context>, "queryFn"> & { queryFn: (context: Context) => Data | Promise<Data> } {
  // The context is passed on unchanged. A copy would read its `signal`, and then React Query would cancel the query with its screen.
  const queryFn = (context: Context) => query.queryFn(acting, context);
  return { ...query, queryFn } as Omit<typeof query, "queryFn"> & { queryFn: typeof queryFn };
}

/** `useQuery` of React Query, for the acting person of this screen. */
export const useQuery = <Data, Key extends QueryKey, Selected = Data>(
  query: Query<Data, Selected, Key>,
): UseQueryResult<Selected> => useQueryOf(askedBy(useActing(), query) as UseQueryOptions<Data, Error, Selected, Key>);
