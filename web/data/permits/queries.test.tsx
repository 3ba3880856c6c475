import { QueryClient, QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { permitQueries } from "./queries.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("shown permits are fetched again every fifteen seconds, because changes by other admins are not live", async () => {
  const fetchPage = vi.fn<() => Promise<[]>>(() => Promise.resolve([]));
  renderHook(() => useInfiniteQuery({ ...permitQueries.list("p1"), queryFn: fetchPage }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  });
  await act(() => vi.advanceTimersByTimeAsync(14_000));
  expect(fetchPage).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(fetchPage).toHaveBeenCalledTimes(2);
});
