/** Queries of the back end. Their functions take the acting person, and these hooks fill in the person of the screen. */
import {
  type DataTag,
  type InfiniteData,
  type QueryFunctionContext,
  type QueryKey,
  useInfiniteQuery as useInfiniteQueryOf,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useQuery as useQueryOf,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { type Acting, useActing } from "./acting.ts";

type Ask<Data, Context> = { queryFn: (acting: Acting, context: Context) => Data | Promise<Data> };

/** The options of a React Query query, without the acting person. */
type Query<Data, Selected, Key extends QueryKey> = Omit<UseQueryOptions<Data, Error, Selected, Key>, "queryFn"> &
  Ask<Data, QueryFunctionContext<Key>>;

/** The options of a paged React Query query, without the acting person. */
type InfiniteQuery<Page, Selected, Key extends QueryKey, Place> = Omit<
  UseInfiniteQueryOptions<Page, Error, Selected, Key, Place>,
  "queryFn"
> &
  Ask<Page, QueryFunctionContext<Key, Place>>;

/** `queryOptions` of React Query; its `queryFn` takes the acting person first. */
export const queryOptions = <Data, Key extends QueryKey, Selected = Data>(
  query: Query<Data, Selected, Key>,
): Query<Data, Selected, Key> & { queryKey: DataTag<Key, Data, Error> } =>
  query as typeof query & { queryKey: DataTag<Key, Data, Error> };

/** `infiniteQueryOptions` of React Query; its `queryFn` takes the acting person first. */
export const infiniteQueryOptions = <Page, Key extends QueryKey, Place, Selected = InfiniteData<Page, Place>>(
  query: InfiniteQuery<Page, Selected, Key, Place>,
): InfiniteQuery<Page, Selected, Key, Place> & { queryKey: DataTag<Key, InfiniteData<Page, Place>, Error> } =>
  query as typeof query & { queryKey: DataTag<Key, InfiniteData<Page, Place>, Error> };

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

/** `useInfiniteQuery` of React Query, for the acting person of this screen. */
export const useInfiniteQuery = <Page, Key extends QueryKey, Place, Selected = InfiniteData<Page, Place>>(
  query: InfiniteQuery<Page, Selected, Key, Place>,
): UseInfiniteQueryResult<Selected> =>
  useInfiniteQueryOf(
    askedBy(useActing(), query) as unknown as UseInfiniteQueryOptions<Page, Error, Selected, Key, Place>,
  );
