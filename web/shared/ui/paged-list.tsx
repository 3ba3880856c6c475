import type { ReactNode } from "react";
import { SkeletonList } from "./skeleton.tsx";
import { EmptyState } from "./state-message.tsx";
import { type StateQuery, StateView } from "./state-view.tsx";
import { VirtualList } from "./virtual-list.tsx";

/** What PagedList needs of a query in pages; the results of TanStack Query fit. */
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
  /** Name of the list for screen readers. */
  label: string;
  /** What could not be fetched, in words: for the list and for its next page. */
  failed: string | ((error: unknown) => string);
  none: string;
  /** Guess of a row's height in pixels, before it is measured. */
  estimateHeight: number;
  gap?: number;
  /** Scrolls inside a box of this CSS height ("24rem"), which may depend on the rows; without it the page scrolls. */
  height?: string | ((rows: Row[]) => string);
  /** Grey rows while the first page is on its way. */
  loadingRows?: number;
};

/** A list that is fetched page by page as it is scrolled, in all its states. */
export function PagedList<Row>({ query, failed, none, height, loadingRows = 3, ...list }: PagedListProps<Row>) {
  const { error, isFetchNextPageError: isMoreFailed } = query;
  return (
    <StateView
      query={{ ...query, error: isMoreFailed ? null : error }}
      loading={<SkeletonList rows={loadingRows} />}
      failed={failed}
      empty={<EmptyState text={none} />}
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
