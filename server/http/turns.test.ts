import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { BeginInTurns, InShare, InTurn } from "./turns.ts";

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

test("work of a network waits for that network's work alone, and failed work gives its place back", async () => {
  const share = new InShare(2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      begun.push(name);
      ends.push(name === "a1" ? () => reject(new Error(name)) : resolve);
    });
  const all = ["a1", "a2", "a3", "a4"].map((name) =>
    share.run(name === "a1" ? "2001:db8:0:1::/64" : "2001:db8:0:2::/64", work(name)).catch(() => undefined),
  );
  all.push(share.run("192.0.2.1", work("b")));
  await settled();
  expect(begun).toEqual(["a1", "a2", "b"]);
  ends[0]?.();
  await settled();
  expect(begun).toEqual(["a1", "a2", "b", "a3"]);
  for (const end of ends.splice(0)) end();
  await settled();
  expect(begun).toEqual(["a1", "a2", "b", "a3", "a4"]);
  for (const end of ends) end();
  await Promise.all(all);
});

test("work of this machine's own addresses and of the server itself waits for nothing", async () => {
  const share = new InShare(1);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [null, "127.0.0.1", "127.0.0.1", null].map((address, n) =>
    share.run(address, () => new Promise<void>((resolve) => void (begun.push(n), ends.push(resolve)))),
  );
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  await Promise.all(all);
});

test("a network's hundred requests begin a few a turn and in their order, and another's single one at once", async () => {
  const turns = new BeginInTurns();
  const begun: string[] = [];
  for (let n = 0; n < 100; n += 1) turns.run("203.0.113.7", () => begun.push(`flood ${n}`));
  turns.run("198.51.100.9", () => begun.push("other"));
  expect(begun).toHaveLength(9);
  expect(begun.at(-1)).toBe("other");
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    turns.run("198.51.100.9", () => begun.push(`other ${turn}`));
  }
  expect(begun.indexOf("other 2")).toBeLessThan(9 + 3 * 8 + 3);
  while (begun.length < 104) await nextTurn();
  const own = begun.filter((each) => each.startsWith("flood"));
  expect(own).toEqual(Array.from({ length: 100 }, (_, n) => `flood ${n}`));
});

test("addresses of one IPv6 network share their turns, and this machine's own wait for nothing", async () => {
  const turns = new BeginInTurns();
  const begun: string[] = [];
  for (let n = 0; n < 20; n += 1) turns.run(`2001:db8:0:${n}::/64`, () => begun.push("network"));
  for (let n = 0; n < 20; n += 1) turns.run("local", () => begun.push("own"));
  expect(begun.filter((each) => each === "network")).toHaveLength(8);
  expect(begun.filter((each) => each === "own")).toHaveLength(20);
  while (begun.length < 40) await nextTurn();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends on demand, with a list of begun work. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.resolve(name), ends };
}

test("does the work of one key one after the other, and that of another beside it", async () => {
  const { begun, work, end } = createWork();
  const inTurn = new InTurn();
  const first = inTurn.run("a", work("first"));
  const second = inTurn.run("a", work("second"));
  const third = inTurn.run("a", work("third"));
  const other = inTurn.run("b", work("other"));
  await Promise.resolve();
  expect(begun).toEqual(["first", "other"]);
  end("first");
  expect(await first).toBe("first");
  await vi.waitFor(() => expect(begun).toEqual(["first", "other", "second"]), PATIENCE);
  end("second");
  await second;
  await vi.waitFor(() => expect(begun).toContain("third"), PATIENCE);
  end("third");
  end("other");
  expect(await Promise.all([third, other])).toEqual(["third", "other"]);
});

test("goes on after work that failed, which tells its own caller alone", async () => {
  const { begun, work, end, ends } = createWork();
  const inTurn = new InTurn();
  const first = inTurn.run("a", work("first"));
  const second = inTurn.run("a", work("second"));
  ends.get("first")?.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await vi.waitFor(() => expect(begun).toEqual(["first", "second"]), PATIENCE);
  end("second");
  expect(await second).toBe("second");
});

test("waits a second at most for the one before", async () => {
  vi.useFakeTimers();
  const { begun, work, end } = createWork();
  const inTurn = new InTurn();
  const first = inTurn.run("a", work("first"));
  const second = inTurn.run("a", work("second"));
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(["first", "second"]);
  end("first");
  end("second");
  expect(await Promise.all([first, second])).toEqual(["first", "second"]);
});
