import type { ReactNode } from "react";
import { failedRequest } from "#shared/feedback/failed-request.ts";
import { SkeletonList } from "./skeleton.tsx";
import { EmptyState, FailedState, StaleNotice } from "./state-message.tsx";

/** The part of a query that StateView uses; results of TanStack Query fit. */
export type StateQuery<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type StateViewProps<Data> = {
  query: StateQuery<Data>;
  /** The loading state: by default three grey rows; a number gives another count. */
  loading?: ReactNode;
  /** The text for a failed fetch; a retry button comes with it. */
  failed: string | ((error: unknown) => string);
  /** A text is shown in an EmptyState. */
  empty: ReactNode;
  /** Whether there is nothing to show; by default null or an empty list. */
  isEmpty?: (data: NonNullable<Data>) => boolean;
  children: (data: NonNullable<Data>) => ReactNode;
};

/** Draws a query in all its states: loading, failed, empty, filled. When a new fetch fails, the old rows stay and a notice says so. */
export function StateView<Data>({
  query,
  loading = 3,
  failed,
  empty,
  isEmpty = hasNoRows,
  children,
}: StateViewProps<Data>) {
  const { data, error } = query;
  const hasFailed = error !== null && error !== undefined;
  if (data === undefined && !hasFailed) {
    return typeof loading === "number" ? <SkeletonList rows={loading} /> : loading;
  }
  const problem = hasFailed && {
    text: typeof failed === "string" ? failed : failed(error),
    isRetrying: query.isFetching,
    onRetry: () => void query.refetch(),
  };
  if (data === undefined) return problem !== false && <FailedState {...problem} errorId={errorIdOf(error)} />;
  const none = typeof empty === "string" ? <EmptyState text={empty} /> : empty;
  return (
    <>
      {problem !== false && <StaleNotice {...problem} />}
      {data === null || isEmpty(data) ? none : children(data)}
    </>
  );
}

/** The error's ID in the server's log; null when the error did not come from the server. */
const errorIdOf = (error: unknown): string | null => {
  const { status = 0 } = error as { status?: number };
  return status >= 500 ? failedRequest() : null;
};

function hasNoRows(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
