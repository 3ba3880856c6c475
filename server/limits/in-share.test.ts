// Work of which a few pieces run for each network at a time.
import { expect, test } from "vitest";
import { InShare } from "./in-share.ts";

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
