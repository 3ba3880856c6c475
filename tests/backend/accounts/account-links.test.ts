// Links that people with an ID choose a password with, on the real server (document 5 §8, profile hardened).
import { randomBytes, randomUUID } from "node:crypto";
import type { FunctionsHttpError, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffAddress } from "#contract/staff-address.ts";
import { removeAccountLinks } from "#server/messages/outbox.ts";
import { logIn, makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const SITE = "ostra-hamnen";
const PASSWORD = "Valt-7410-själv";

let server: TestServer;
let admin: SupabaseClient;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  const { token } = await makePerson(server, { kind: "admin", project: SITE, userId: "anna01" });
  admin = server.client({ accessToken: token });
});
afterAll(() => server.stop());

const newKey = () => randomBytes(16).toString("base64url");
type Answer = { status: number; id?: string; error?: string; [more: string]: unknown };

async function ask(client: SupabaseClient, body: object): Promise<Answer> {
  const { data, error, response } = await client.functions.invoke<object>("create-admin-user", { body });
  if (error === null) return { status: response?.status ?? 0, ...data };
  const { context } = error as FunctionsHttpError & { context: Response };
  return { status: context.status, ...((await context.json()) as object) };
}
const choose = (key: string, password = PASSWORD) => ask(server.client(), { action: "choose-password", key, password });
const read = (key: string) => ask(server.client(), { action: "read-link", key });

async function invite(userId: string) {
  const key = newKey();
  const body = { action: "create", kind: "attendant", project: SITE, userId, discordUsername: "ny#1", key };
  const made = await ask(admin, body);
  expect(made).toEqual({ status: 201, message: "Account created", id: expect.any(String) as string });
  return { id: made.id ?? "", key, body };
}
const renew = async (accountId: string, key = newKey()) => {
  expect((await ask(admin, { action: "make-link", accountId, key })).status).toBe(200);
  return key;
};
const enter = async (userId: string, password = PASSWORD) => {
  const email = staffAddress({ kind: "attendant", project: SITE, userId }) ?? "";
  const client = server.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  return error?.code ?? ((await client.rpc("get_login_step")).data as string);
};
const find = async (userId: string) => {
  const all = { project: null, kinds: null, state: null, search: userId, after: null, acting_as: "anna01" };
  const { data } = await admin.rpc("list_people", all);
  return (data as { people: { id: string; state: string; invited_until: string | null }[] }).people[0];
};
const hoursLeft = async (accountId: string) => {
  const [link] = await server.sql<{ hours: number; by: string }[]>`
    select round(extract(epoch from expires_at - now()) / 3600)::int as hours, made_by as by
    from private.account_links where account_id = ${accountId} and ended_at is null and used_at is null`;
  return link === undefined ? undefined : [link.hours, link.by];
};
const expire = (accountId: string) =>
  server.sql`update private.account_links set expires_at = now() where account_id = ${accountId}`;

// Spec 5 §8: Links for people with
// Spec 5 §8: The account is made with
// Spec 5 §8: private.account_links loses its
test("an account is made with its link: the ID is taken, the link is read as often as a chat likes and used once", async () => {
  const { id, key, body } = await invite("ny01");
  expect(await find("ny01")).toMatchObject({ state: "invited", invited_until: expect.any(String) as string });
  expect(await hoursLeft(id)).toEqual([7 * 24, "anna01"]);
  expect((await ask(admin, { ...body, key: newKey() })).status).toBe(409);
  // The answer was lost, and the call comes again.
  expect((await ask(admin, body)).id).toBe(id);
  const kept = await server.sql`select * from private.account_links where account_id = ${id}`;
  expect(JSON.stringify(kept)).not.toContain(key);

  for (let look = 0; look < 3; look += 1)
    expect(await read(key)).toMatchObject({ status: 200, kind: "attendant", project: SITE, userId: "ny01" });
  expect((await choose(key, "password")).status).toBe(400);
  expect((await choose(key)).status).toBe(200);
  expect((await find("ny01"))?.state).toBe("active");
  // Nobody asks for another password, since the person chose this one.
  expect(await enter("ny01")).toBe("nothing");
  expect([(await read(key)).status, (await choose(key, "Annat-7410-val")).status]).toEqual([404, 404]);
  const trail = await server.sql`
    select actor_id, project_id, after from audit_trail where subject = 'account_links' and row_id = ${id}`;
  expect([...trail]).toEqual([{ actor_id: "anna01", project_id: SITE, after: { user_id: "ny01" } }]);
});

test("of two who use a link at once one wins", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { key } = await invite(`tva0${round}`);
    const passwords = ["Forsta-7410-val", "Andra-7410-val"];
    const answers = await Promise.all(passwords.map((password) => choose(key, password)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const steps = await Promise.all(passwords.map((password) => enter(`tva0${round}`, password)));
    expect(steps).toEqual(answers.map(({ status }) => (status === 200 ? "nothing" : "invalid_credentials")));
  }
});

test("a new password's link holds a day, ends the earlier one, and the logins when it is used", async () => {
  const { id, key } = await invite("losen01");
  await choose(key);
  const { token } = await logIn(server.sql, id);
  const client = server.client({ accessToken: token });
  const [first, second] = [await renew(id), await renew(id)];
  expect(await hoursLeft(id)).toEqual([24, "anna01"]);
  expect([(await find("losen01"))?.state, (await choose(first)).status]).toEqual(["active", 404]);
  // Until the link is used, the old password and login hold.
  expect([await enter("losen01"), (await client.rpc("get_login_step")).data]).toEqual(["nothing", "nothing"]);
  await expire(id);
  expect([(await read(second)).status, (await choose(second)).status]).toEqual([404, 404]);
  expect((await choose(await renew(id), "Nytt-7410-val")).status).toBe(200);
  expect([await enter("losen01"), await enter("losen01", "Nytt-7410-val")]).toEqual(["invalid_credentials", "nothing"]);
  expect((await client.rpc("get_login_step")).data).toBe("log-in");
  // A password that is given in another way ends a link.
  const open = await renew(id);
  await ask(admin, { action: "set-password", accountId: id, password: "Givet-7410-val" });
  expect((await choose(open)).status).toBe(404);
});

// Spec 5 §8: Screens. /people from every
test("an invitation is revoked with its account, also after it expired, and not once it was used", async () => {
  const { id, key } = await invite("bort01");
  await expire(id);
  expect((await find("bort01"))?.state).toBe("invited");
  // A new link of somebody who never came is an invitation again.
  const again = await renew(id);
  expect(await hoursLeft(id)).toEqual([7 * 24, "anna01"]);
  await expire(id);
  expect((await ask(admin, { action: "revoke-invitation", accountId: id })).status).toBe(200);
  expect([(await choose(key)).status, (await choose(again)).status, await find("bort01")]).toEqual([
    404,
    404,
    undefined,
  ]);
  const used = await invite("bort01");
  await choose(used.key);
  expect((await ask(admin, { action: "revoke-invitation", accountId: used.id })).status).toBe(409);
  expect(await enter("bort01")).toBe("nothing");
});

test("an invitation that is used while it is revoked is one or the other", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, key } = await invite(`lopp0${round}`);
    const [used, revoked] = await Promise.all([
      choose(key),
      ask(admin, { action: "revoke-invitation", accountId: id }),
    ]);
    const isThere = (await find(`lopp0${round}`)) !== undefined;
    expect([used.status, revoked.status, isThere]).toEqual(isThere ? [200, 409, true] : [404, 200, false]);
  }
});

test("a deactivated person's link opens nothing, and an invited admin is nobody who is left", async () => {
  const { id, key } = await invite("av01");
  const person = await find("av01");
  const change = { kind: "attendant", person_id: person?.id, reason: "Slutat", acting_as: "anna01" };
  const set = (active: boolean, expected: string) =>
    admin.rpc("set_person_active", { ...change, event_id: randomUUID(), expected, active });
  expect((await set(false, "invited")).data).toMatchObject({ outcome: "set" });
  expect([(await read(key)).status, (await choose(key)).status]).toEqual([404, 404]);
  await set(true, "deactivated");
  expect(await hoursLeft(id)).toEqual([7 * 24, "anna01"]);
  expect((await choose(key)).status).toBe(200);

  const main = await makePerson(server, { kind: "main-admin", project: null, userId: "huvudadmin" });
  const client = server.client({ accessToken: main.token });
  const made = { action: "create", kind: "admin", project: SITE, userId: "bertil01", key: newKey() };
  expect((await ask(admin, made)).status).toBe(201);
  const admins = { project: SITE, kinds: ["admin"], state: "active", search: null, after: null };
  const { data } = await client.rpc("list_people", { ...admins, acting_as: "huvudadmin" });
  const [last] = (data as { people: { id: string; user_id: string }[] }).people;
  expect(last?.user_id).toBe("anna01");
  const ended = { kind: "admin", person_id: last?.id, event_id: randomUUID(), expected: "active", active: false };
  const { data: answer } = await client.rpc("set_person_active", {
    ...ended,
    reason: "Slutat",
    acting_as: "huvudadmin",
  });
  expect(answer).toEqual({ outcome: "last_admin" });
});

test("nobody makes a link for oneself or for an e-mail account, or with a key that could be guessed", async () => {
  const own = await makePerson(server, { kind: "admin", project: SITE, userId: "cecilia01" });
  const client = server.client({ accessToken: own.token });
  const asked = await ask(client, { action: "make-link", accountId: own.accountId, key: newKey() });
  expect(asked).toMatchObject({ status: 403, error_code: "own_account" });
  const { id } = await invite("nyckel01");
  for (const key of ["", "kort", `${newKey()}a`, null])
    expect((await ask(admin, { action: "make-link", accountId: id, key })).status).toBe(400);
  for (const key of ["", newKey(), "' or true --"])
    expect([(await read(key)).status, (await choose(key)).status]).toEqual([404, 404]);
});

test("a restored backup opens nothing with old links, and knows who is invited still", async () => {
  const { id, key } = await invite("kopia01");
  expect(await removeAccountLinks(server.database)).toBe(true);
  expect([(await choose(key)).status, (await find("kopia01"))?.state]).toEqual([404, "invited"]);
  expect((await choose(await renew(id))).status).toBe(200);
});
