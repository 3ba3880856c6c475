import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useListInterval, useLive } from "./live.ts";

// A server whose channels cannot be joined.
vi.mock("./client.ts", () => ({
  getClientOf: () => Promise.reject(new Error("away")),
}));

let asked = 0;
let isServerThere = true;
async function ask(): Promise<string[]> {
  asked += 1;
  await Promise.resolve();
  if (!isServerThere) throw new Error("away");
  return [];
}

function List({ whileLive = false }: { whileLive?: number | false }) {
  useQuery({ queryKey: ["rows"], queryFn: ask, refetchInterval: useListInterval(whileLive) });
  return null;
}

function WithoutChannel() {
  useLive({ table: "parkings" }, vi.fn<() => void>(), vi.fn<() => void>());
  return <List />;
}

beforeEach(() => {
  asked = 0;
  isServerThere = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

/** Draws a list and waits for its first fetch. */
async function draw(list: ReactNode): Promise<QueryClient> {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  render(<QueryClientProvider client={cache}>{list}</QueryClientProvider>);
  await wait(0);
  expect(asked).toBe(1);
  return cache;
}

test("a live list is fetched when its change says so, or at the interval that it asks for", async () => {
  await draw(<List />);
  await wait(60);
  expect(asked).toBe(1);
  cleanup();
  asked = 0;
  await draw(<List whileLive={20_000} />);
  await wait(60);
  expect(asked).toBe(4);
});

// Spec rules §14: A list that
test("a list without a channel is fetched every 15 seconds", async () => {
  await draw(<WithoutChannel />);
  await wait(45);
  expect(asked).toBe(4);
});

// Spec rules §14: A list that
test("a live list is fetched every 15 seconds after a failed fetch, until a fetch succeeds", async () => {
  const cache = await draw(<List />);
  isServerThere = false;
  await act(() => cache.invalidateQueries());
  expect(asked).toBe(2);
  await wait(30);
  expect(asked).toBe(4);
  isServerThere = true;
  await wait(15);
  expect(asked).toBe(5);
  await wait(60);
  expect(asked).toBe(5);
});
