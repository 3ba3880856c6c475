import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { DataError } from "./data-error.ts";
import { defineMutation } from "./define-mutation.ts";

const KEY = ["sites"] as const;

test.each([
  ["that succeeds", true, undefined],
  ["with a key that is taken", true, new DataError("23505", "duplicate key")],
  ["that did not arrive", false, new DataError("network", "Failed to fetch")],
])("a change %s has its lists fetched again: %s", async (_what, isRefetched, error) => {
  const cache = new QueryClient();
  cache.setQueryData(KEY, ["a"]);
  const useChange = defineMutation(async () => {
    if (error !== undefined) throw error;
    return Promise.resolve();
  }, [KEY]);
  const { result } = renderHook(() => useChange(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    ),
  });
  await result.current.mutateAsync(undefined as never).catch(() => undefined);
  expect(cache.getQueryState(KEY)?.isInvalidated).toBe(isRefetched);
});
