import { expect, test } from "vitest";
import type { Filter } from "./filters.ts";
import { Followers } from "./followers.ts";
import type { Channel } from "./channel.ts";

const eq = (column: string, ...values: unknown[]): Filter => ({ column, operator: "eq", values });

/** A channel with a binding for each filter, and one of another table. */
function channelOf(topic: string, ...filters: (Filter | null)[]): Channel {
  const identity = { key: "k", role: "anon", claims: {}, account: null, login: null, expiresAt: null } as const;
  const bindings = filters.map((filter, id) => ({ id, event: "*" as const, table: "public.notes", filter }));
  const other = { id: 9, event: "*" as const, table: "public.others", filter: null };
  return {
    topic,
    joinRef: null,
    version: "2.0.0",
    identity,
    bindings: [...bindings, other],
    send: () => undefined,
    fail: () => undefined,
  };
}

const topics = (channels: readonly Channel[]) => channels.map(({ topic }) => topic).toSorted();

test("a row leads to the channels of its values, and to those whose filters ask something else", () => {
  const followers = new Followers("public.notes");
  const both = channelOf("both", eq("site", "kajen"), eq("floor", 2));
  for (const channel of [
    both,
    channelOf("kajen", eq("site", "kajen")),
    channelOf("torget", eq("site", "torget")),
    channelOf("all", null),
    channelOf("not", { column: "site", operator: "neq", values: ["kajen"] }),
    channelOf("list", eq("tags", ["a"])),
    channelOf("wide", eq("site", "torget"), null),
  ])
    followers.add(channel);
  const always = ["all", "list", "not", "wide"];

  expect(topics(followers.of({ site: "kajen", floor: 1 }))).toEqual(["all", "both", "kajen", "list", "not", "wide"]);
  expect(topics(followers.of({ site: "torget", floor: 2 }))).toEqual([...always, "both", "torget"].toSorted());
  expect(topics(followers.of({ site: null }))).toEqual(always);
  expect(topics(followers.of(undefined))).toEqual(always);
  expect(followers.columns).toEqual(["site", "floor"]);

  followers.remove(both);
  expect(followers.columns).toEqual(["site"]);
  expect(topics(followers.of({ site: "kajen", floor: 2 }))).toEqual(["all", "kajen", "list", "not", "wide"]);
  expect([followers.size, followers.all().length]).toEqual([6, 6]);
});
