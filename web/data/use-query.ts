/** Queries of the back end: each says how it is asked by whoever acts, and the hooks ask for the one whose screen it is. */
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

/** A query as React Query has it, but for who asks. */
type Query<Data, Selected, Key extends QueryKey> = Omit<UseQueryOptions<Data, Error, Selected, Key>, "queryFn"> &
  Ask<Data, QueryFunctionContext<Key>>;

/** The same for a list that is read in pages. */
type InfiniteQuery<Page, Selected, Key extends QueryKey, Place> = Omit<
  UseInfiniteQueryOptions<Page, Error, Selected, Key, Place>,
  "queryFn"
> &
  Ask<Page, QueryFunctionContext<Key, Place>>;

/** `queryOptions` of React Query, with a `queryFn` that takes who acts first. */
export const queryOptions = <Data, Key extends QueryKey, Selected = Data>(
  query: Query<Data, Selected, Key>,
): Query<Data, Selected, Key> & { queryKey: DataTag<Key, Data, Error> } =>
  query as typeof query & { queryKey: DataTag<Key, Data, Error> };

/** `infiniteQueryOptions` of React Query, with a `queryFn` that takes who acts first. */
export const infiniteQueryOptions = <Page, Key extends QueryKey, Place, Selected = InfiniteData<Page, Place>>(
  query: InfiniteQuery<Page, Selected, Key, Place>,
): InfiniteQuery<Page, Selected, Key, Place> & { queryKey: DataTag<Key, InfiniteData<Page, Place>, Error> } =>
  query as typeof query & { queryKey: DataTag<Key, InfiniteData<Page, Place>, Error> };

/** A query as somebody asks it, for the methods of a cache. */
export function askedBy<Data, Context, Rest>(
  acting: Acting,
  query: Rest & Ask<Data, Context>,
): Omit<Rest & Ask<Data, Context>, "queryFn"> & { queryFn: (context: Context) => Data | Promise<Data> } {
  // The context goes on as it is: a copy would read its `signal`, and then a query ends with its screen.
  const queryFn = (context: Context) => query.queryFn(acting, context);
  return { ...query, queryFn } as Omit<typeof query, "queryFn"> & { queryFn: typeof queryFn };
}

/** `useQuery` of React Query, asked by whoever acts on this screen. */
export const useQuery = <Data, Key extends QueryKey, Selected = Data>(
  query: Query<Data, Selected, Key>,
): UseQueryResult<Selected> => useQueryOf(askedBy(useActing(), query) as UseQueryOptions<Data, Error, Selected, Key>);

/** `useInfiniteQuery` of React Query, asked by whoever acts on this screen. */
export const useInfiniteQuery = <Page, Key extends QueryKey, Place, Selected = InfiniteData<Page, Place>>(
  query: InfiniteQuery<Page, Selected, Key, Place>,
): UseInfiniteQueryResult<Selected> =>
  useInfiniteQueryOf(
    askedBy(useActing(), query) as unknown as UseInfiniteQueryOptions<Page, Error, Selected, Key, Place>,
  );
