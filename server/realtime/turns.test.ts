import { setMaxListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Turns } from "./turns.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const HERE = new AbortController().signal;
setMaxListeners(0, HERE);
const PATIENCE_MS = 30_000;

/** Joins in the order in which they got their turn; `after` moves the clock on. */
function waiters(limits: { joinBurst: number; joinsPerSecond: number }) {
  const turns = new Turns(limits);
  const through: string[] = [];
  return {
    through,
    wait: (name: string, address = name, patienceMs = PATIENCE_MS, gone = HERE) =>
      void turns.wait(address, patienceMs, gone).then((isTurn) => through.push(isTurn ? name : `${name} gave up`)),
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test("a burst passes at once, the others at a rate", async () => {
  const { through, wait, after } = waiters({ joinBurst: 10, joinsPerSecond: 100 });
  for (let n = 0; n < 60; n += 1) wait(String(n));
  await after(0);
  expect(through).toHaveLength(10);
  await after(200);
  expect(through).toHaveLength(30);
  await after(300);
  expect(through).toHaveLength(60);
});

test("an address with many joins does not hold up the joins of others", async () => {
  const { through, wait, after } = waiters({ joinBurst: 1, joinsPerSecond: 50 });
  for (let n = 0; n < 100; n += 1) wait(`crowd ${n}`, "crowd");
  wait("alone");
  await after(60);
  expect(through).toEqual(["crowd 0", "crowd 1", "alone", "crowd 2"]);
});

test("patience ends, and whoever left gives the place to others", async () => {
  const { through, wait, after } = waiters({ joinBurst: 1, joinsPerSecond: 1 });
  const left = new AbortController();
  wait("first");
  wait("impatient", "a", 500);
  wait("left", "b", PATIENCE_MS, left.signal);
  wait("last", "c");
  left.abort();
  await after(1100);
  expect(through).toEqual(["first", "left gave up", "impatient gave up", "last"]);
});
