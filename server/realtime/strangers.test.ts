// Places of logins without rights, counted by network.
import { expect, test } from "vitest";
import type { Database } from "#server/database/driver/connect.ts";
import type { Identity } from "#server/callers/identity.ts";
import { Strangers } from "./strangers.ts";

const identityOf = (login: string | null): Identity => ({
  key: login ?? "visitor",
  role: login === null ? "anon" : "authenticated",
  claims: {},
  account: login,
  login,
  expiresAt: null,
});
const VISITOR = identityOf(null);
const database = {
  query: ({ values }: { values: unknown[] }) => Promise.resolve({ rows: [{ has: values[0] === "staff" }] }),
} as unknown as Database;
const open = () => new Strangers(database, { strangers: 3, strangersPerNetwork: 2 });
const isItself = async (strangers: Strangers, login: string, network: string) =>
  (await strangers.settle(identityOf(login), VISITOR, network)).identity.key === login;

test("networks and the server have a limit of strangers, and people with rights have no limit", async () => {
  const strangers = open();
  expect([await isItself(strangers, "a", "2001:db8:1:"), await isItself(strangers, "b", "2001:db8:1:")]).toEqual([
    true,
    true,
  ]);
  expect(await isItself(strangers, "c", "2001:db8:1:")).toBe(false);
  expect(await isItself(strangers, "staff", "2001:db8:1:")).toBe(true);
  expect([await isItself(strangers, "d", "192.0.2.1"), await isItself(strangers, "e", "192.0.2.2")]).toEqual([
    true,
    false,
  ]);
});

test("all channels of a login have one place, which the last of them gives back", async () => {
  const strangers = open();
  const [one, two] = [
    await strangers.settle(identityOf("a"), VISITOR, "192.0.2.1"),
    await strangers.settle(identityOf("a"), VISITOR, "192.0.2.1"),
  ];
  await strangers.settle(identityOf("b"), VISITOR, "192.0.2.1");
  one.leave();
  expect(await isItself(strangers, "c", "192.0.2.1")).toBe(false);
  two.leave();
  expect(await isItself(strangers, "c", "192.0.2.1")).toBe(true);
});

test("a visitor is a visitor", async () => {
  expect((await open().settle(VISITOR, VISITOR, "192.0.2.1")).identity).toBe(VISITOR);
});
