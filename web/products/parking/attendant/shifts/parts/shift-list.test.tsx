import { createClient } from "@supabase/supabase-js";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { ShiftList } from "./shift-list.tsx";

let asked = 0;
let isServerThere = true;
// The real client; the server has no shifts.
const client = createClient("http://localhost", "key", {
  accessToken: () => Promise.resolve("token"),
  global: {
    fetch: () => {
      asked += 1;
      return Promise.resolve(isServerThere ? Response.json([]) : new Response("", { status: 500 }));
    },
  },
});
vi.mock("#data/client.ts", () => ({ getClientOf: () => Promise.resolve(client) }));
vi.mock("#data/config.ts", () => ({ loadConfig: () => Promise.resolve({ supabaseUrl: "http://localhost" }) }));

beforeEach(() => {
  asked = 0;
  isServerThere = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Draws the list with a working channel, and waits for its first fetch. */
async function draw(): Promise<QueryClient> {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <ShiftList scope={{ attendant: "vakt01", project: "ostra-hamnen" }} onAgain={() => undefined} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect([asked, cache.isFetching()]).toEqual([1, 0]), PATIENCE);
  return cache;
}

test("a live list is fetched again before its photos' addresses expire", async () => {
  await draw();
  await wait(4 * 60_000);
  expect(asked).toBe(1);
  await wait(60_000);
  await vi.waitFor(() => expect(asked).toBe(2), PATIENCE);
});

test("a live list is fetched again soon when the fetch after a change failed", async () => {
  const cache = await draw();
  isServerThere = false;
  await act(() => cache.invalidateQueries());
  expect(asked).toBe(2);
  isServerThere = true;
  await wait(15_000);
  await vi.waitFor(() => expect(asked).toBe(3), PATIENCE);
});
