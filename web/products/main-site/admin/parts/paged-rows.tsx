import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { VirtualList } from "#shared/ui/virtual-list.tsx";

/** Height of a row before it is measured, and of the box at most, in pixels. */
const ROW = 68;
const BOX = 384;

/** Rows of a table that may hold tens of thousands: a box that scrolls and asks for the next page near its end. */
export function PagedRows<Row extends { id: string }>(props: {
  query: UseInfiniteQueryResult<Row[]>;
  label: string;
  failed: string;
  none: string;
  renderRow: (row: Row) => ReactNode;
}) {
  const { query, failed } = props;
  return (
    <StateView
      query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
      loading={<SkeletonList rows={2} />}
      failed={failed}
      empty={<EmptyState text={props.none} />}
    >
      {(rows) => (
        <VirtualList
          items={rows}
          getKey={(row) => row.id}
          renderItem={props.renderRow}
          label={props.label}
          estimateHeight={ROW}
          gap={0}
          height={`${Math.min(rows.length * ROW, BOX)}px`}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          moreFailed={query.isFetchNextPageError ? failed : undefined}
          onEndReached={() => void query.fetchNextPage()}
        />
      )}
    </StateView>
  );
}
