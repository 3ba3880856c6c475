import { expect, test, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { repeat } from "./repeat.ts";

test("works again and again; stop tells the work under way, waits for it, and nothing follows", async () => {
  const begun: AbortSignal[] = [];
  const finish: (() => void)[] = [];
  const repeating = repeat({ firstMs: 2, everyMs: 1 }, (signal) => {
    begun.push(signal);
    if (begun.length < 3) return Promise.resolve();
    return new Promise<void>((resolve) => finish.push(resolve));
  });
  await vi.waitUntil(() => begun.length === 3, PATIENCE);
  const told: string[] = [];
  const stopping = repeating.stop().then(() => told.push("stopped"));
  expect(begun[2]?.aborted).toBe(true);
  await new Promise(setImmediate);
  told.push("finishes");
  finish[0]?.();
  await stopping;
  expect(told).toEqual(["finishes", "stopped"]);
  expect(begun).toHaveLength(3);
});

test("stop ends the wait for the first time", async () => {
  const work = vi.fn<() => Promise<void>>();
  await repeat({ everyMs: 3_600_000 }, work).stop();
  expect(work).not.toHaveBeenCalled();
});
