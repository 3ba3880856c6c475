// The judge of tests/faults/cluster finds each broken promise, by histories that have one planted.
import { expect, test } from "vitest";
import { type Call, type History, judge, timesOf } from "#tests/support/cluster/verdict.ts";

const call = (id: string, status: number, more: Partial<Call> = {}): Call => ({
  id,
  server: "first",
  from: 0,
  to: 1,
  status,
  isGood: true,
  ...more,
});

/** Four rows (stored, stored although the caller was told nothing, refused for now, forbidden) and a screen that follows them. */
const kept = (): History => ({
  calls: [
    call("stored", 201),
    call("unknown", 504),
    call("unknown", 409),
    call("not now", 503),
    call("again", 503),
    call("again", 201),
    call("forbidden", 400, { isGood: false }),
  ],
  looks: [
    { id: "stored", status: 200, isThere: true },
    { id: "stored", status: 503, isThere: false },
  ],
  followers: [{ name: "a screen", server: "first", known: new Set(["stored", "unknown", "again"]), eventsAt: [] }],
  rows: new Map(["stored", "unknown", "again"].map((id) => [id, 1])),
});

test("a history that kept every promise is accepted", () => expect(judge(kept())).toEqual([]));

const without = (id: string) => {
  const history = kept();
  const rows = new Map(history.rows);
  rows.delete(id);
  const followers = history.followers.map((each) => ({ ...each, known: new Set(rows.keys()) }));
  return { ...history, rows, followers };
};
const withRow = (id: string, count = 1) => {
  const history = kept();
  const rows = new Map([...history.rows, [id, count]]);
  const followers = history.followers.map((each) => ({ ...each, known: new Set(rows.keys()) }));
  return { ...history, rows, followers };
};
const withCall = (...calls: Call[]) => ({ ...kept(), calls: [...kept().calls, ...calls] });
const shown = (...known: string[]) => ({
  ...kept(),
  followers: [{ name: "a screen", server: "first", known: new Set(known), eventsAt: [] }],
});

test.each<[string, History]>([
  ["stored was acknowledged and is lost", without("stored")],
  ["unknown was told to be there and is lost", without("unknown")],
  ["stored was added 2 times", withRow("stored", 2)],
  ["forbidden was refused and is there", withRow("forbidden")],
  ["a stranger is there and nobody sent it", withRow("a stranger")],
  [
    "early was there before anybody sent it",
    (() => ({ ...withRow("early"), calls: [...kept().calls, call("early", 409)] }))(),
  ],
  ["odd was answered 405", withCall(call("odd", 405))],
  ["odd was answered 0", withCall(call("odd", 0))],
  ["forbidden was answered 201", withCall(call("forbidden", 201, { isGood: false }), call("forbidden", 201))],
  ["a screen was never told of unknown", shown("stored", "again")],
  ["a screen shows a ghost, which is not there", shown("stored", "unknown", "again", "a ghost")],
  ["a look for stored was answered 500", { ...kept(), looks: [{ id: "stored", status: 500, isThere: false }] }],
  [
    "stored was acknowledged and not found afterwards",
    { ...kept(), looks: [{ id: "stored", status: 200, isThere: false }] },
  ],
])("%s", (told, history) => {
  expect(judge(history)).toContain(told);
});

const at = (server: string, to: number, took = 1) => call(`${server} ${to}`, 201, { server, from: to - took, to });
const follower = (server: string, eventsAt: number[]) => ({ name: server, server, known: new Set<string>(), eventsAt });

test("times are those of the worst server: its silence, its longest call, its first event after the silence", () => {
  const calls = [at("first", 110), at("first", 130), at("second", 110), at("second", 400, 250), at("second", 405)];
  const followers = [follower("first", [111, 131]), follower("second", [111, 450])];
  expect(timesOf({ calls, followers }, 100)).toEqual({ silence: 290, call: 250, live: 50 });
  expect(() => timesOf({ calls, followers }, 402 + 100)).toThrow("acknowledged nothing");
});

test("a screen that hears nothing after the silence is never live again", () => {
  const calls = [call("one", 201, { to: 10 })];
  const followers = [{ name: "a screen", server: "first", known: new Set<string>(), eventsAt: [5] }];
  expect(timesOf({ calls, followers }, 0).live).toBe(Number.POSITIVE_INFINITY);
});
