import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { BeginInTurns } from "./begin-in-turns.ts";

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
