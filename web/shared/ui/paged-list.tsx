import type { ReactNode } from "react";
import { SkeletonList } from "./skeleton.tsx";
import { type StateQuery, StateView } from "./state-view.tsx";
import { VirtualList } from "./virtual-list.tsx";

/** The part of a paged query that PagedList uses; results of TanStack Query fit. */
export type PagedQuery<Row> = StateQuery<Row[]> & {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

type PagedListProps<Row> = {
  query: PagedQuery<Row>;
  getKey: (row: Row) => string;
  renderItem: (row: Row) => ReactNode;
  /** The list's name for screen readers. */
  label: string;
  /** The text for a failed fetch, of the list and of its next page. */
  failed: string | ((error: unknown) => string);
  /** The content of an empty list. */
  none: ReactNode;
  /** A guess of a row's height in pixels, before the row is measured. */
  estimateHeight: number;
  gap?: number;
  /** A CSS height ("24rem"), which may depend on the rows: the list scrolls inside a box. Without it the page scrolls. */
  height?: string | ((rows: Row[]) => string);
  /** The number of grey rows while the first page loads. */
  loadingRows?: number;
};

/** A list that is fetched page by page as it is scrolled, with all states of a query. */
export function PagedList<Row>({ query, failed, none, height, loadingRows = 3, ...list }: PagedListProps<Row>) {
  const { error, isFetchNextPageError: isMoreFailed } = query;
  return (
    <StateView
      query={{ ...query, error: isMoreFailed ? null : error }}
      loading={<SkeletonList rows={loadingRows} />}
      failed={failed}
      empty={none}
    >
      {(rows) => (
        <VirtualList
          {...list}
          items={rows}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          moreFailed={isMoreFailed ? (typeof failed === "string" ? failed : failed(error)) : undefined}
          onEndReached={() => void query.fetchNextPage()}
          {...(height !== undefined && { height: typeof height === "string" ? height : height(rows) })}
        />
      )}
    </StateView>
  );
}
