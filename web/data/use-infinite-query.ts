/** Paged queries; a file apart from use-query.ts, because the driver's pages have none. */
import {
  type DataTag,
  type InfiniteData,
  type QueryFunctionContext,
  type QueryKey,
  useInfiniteQuery as useInfiniteQueryOf,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { useActing } from "./acting.ts";
import { type Ask, askedBy } from "./use-query.ts";

/** The options of a paged React Query query, without the acting person. */
type InfiniteQuery<Page, Selected, Key extends QueryKey, Place> = Omit<
  UseInfiniteQueryOptions<Page, Error, Selected, Key, Place>,
  "queryFn"
> &
  Ask<Page, QueryFunctionContext<Key, Place>>;

/** `infiniteQueryOptions` of React Query; its `queryFn` takes the acting person first. */
export const infiniteQueryOptions = <Page, Key extends QueryKey, Place, Selected = InfiniteData<Page, Place>>(
  query: InfiniteQuery<Page, Selected, Key, Place>,
): InfiniteQuery<Page, Selected, Key, Place> & { queryKey: DataTag<Key, InfiniteData<Page, Place>, Error> } =>
  query as typeof query & { queryKey: DataTag<Key, InfiniteData<Page, Place>, Error> };

/** `useInfiniteQuery` of React Query, for the acting person of this screen. */
export const useInfiniteQuery = <Page, Key extends QueryKey, Place, Selected = InfiniteData<Page, Place>>(
  query: InfiniteQuery<Page, Selected, Key, Place>,
): UseInfiniteQueryResult<Selected> =>
  useInfiniteQueryOf(
    askedBy(useActing(), query) as unknown as UseInfiniteQueryOptions<Page, Error, Selected, Key, Place>,
  );
