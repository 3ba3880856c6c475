import type { ReactNode } from "react";
import { failedRequest } from "#shared/feedback/failed-request.ts";
import { FailedState, StaleNotice } from "./state-message.tsx";

/** What StateView needs of a query; the results of TanStack Query fit. */
export type StateQuery<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type StateViewProps<Data> = {
  query: StateQuery<Data>;
  loading: ReactNode;
  /** What could not be fetched, in words; a retry button comes with it. */
  failed: string | ((error: unknown) => string);
  empty: ReactNode;
  /** Whether there is nothing to show; by default null or a list without rows. */
  isEmpty?: (data: NonNullable<Data>) => boolean;
  children: (data: NonNullable<Data>) => ReactNode;
};

/**
 * One place where a query is drawn, in all its states: on its way, failed, empty, filled. When fetching anew fails, the rows
 * stay and a notice says so.
 */
export function StateView<Data>({
  query,
  loading,
  failed,
  empty,
  isEmpty = hasNoRows,
  children,
}: StateViewProps<Data>) {
  const { data, error } = query;
  const hasFailed = error !== null && error !== undefined;
  if (data === undefined && !hasFailed) return loading;
  const problem = hasFailed && {
    text: typeof failed === "string" ? failed : failed(error),
    isRetrying: query.isFetching,
    onRetry: () => void query.refetch(),
  };
  if (data === undefined) return problem !== false && <FailedState {...problem} errorId={errorIdOf(error)} />;
  return (
    <>
      {problem !== false && <StaleNotice {...problem} />}
      {data === null || isEmpty(data) ? empty : children(data)}
    </>
  );
}

/** What the server's log knows an error by; null when it was none of the server's. */
const errorIdOf = (error: unknown): string | null => {
  const { status = 0 } = error as { status?: number };
  return status >= 500 ? failedRequest() : null;
};

function hasNoRows(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
