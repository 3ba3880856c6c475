// How a login goes on and ends: renewing, two tabs, a lost answer, a token that somebody copied, logging out, hours and days.
import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { staffAddress } from "#contract/staff-address.ts";
import { makeAccount } from "#tests/support/people/logged-in.ts";
import {
  type ClientParts,
  type TestServer,
  createTestClient,
  memoryStorage,
  startTestServer,
} from "#tests/support/server/server.ts";
import { type SignInAnswer, callSignIn, makeEmailAccount } from "#tests/support/people/sign-in.ts";

const PASSWORD = "Losen-7410";

let server: TestServer;
let email: string;
let accountId: string;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", from: "seeded", rateLimits: "none" });
  email = `${randomUUID()}@example.com`;
  accountId = await makeEmailAccount(server, email, PASSWORD);
});
afterAll(() => server.stop());

type Session = { access_token: string; refresh_token: string };
const sessionIn = ({ body }: SignInAnswer) => body as unknown as Session;
const idOf = ({ access_token: token }: Session) => String(decodeJwt(token)["session_id"]);

async function logIn(address = email, password = PASSWORD, headers = {}): Promise<Session> {
  const answer = await callSignIn(server, "/token?grant_type=password", {
    body: { email: address, password },
    headers,
  });
  expect(answer.status).toBe(200);
  return sessionIn(answer);
}
const renew = (refresh_token: string) =>
  callSignIn(server, "/token?grant_type=refresh_token", { body: { refresh_token } });
const userStatus = async ({ access_token: token }: Session) =>
  (await callSignIn(server, "/user", { method: "GET", token })).status;

describe("a refresh token", () => {
  test("is another one after each renewal, and the login stays the same", async () => {
    const first = await logIn();
    const second = sessionIn(await renew(first.refresh_token));
    const third = sessionIn(await renew(second.refresh_token));
    expect(new Set([first.refresh_token, second.refresh_token, third.refresh_token]).size).toBe(3);
    expect([idOf(second), idOf(third)]).toEqual([idOf(first), idOf(first)]);
    expect(decodeJwt(third.access_token)).toMatchObject({ sub: accountId, aal: "aal1", amr: [{ method: "password" }] });
  });

  test("whose answer was lost is answered with the active one, however often it is asked", async () => {
    const first = await logIn();
    const lost = sessionIn(await renew(first.refresh_token));
    for (let round = 0; round < 3; round += 1) {
      const again = await renew(first.refresh_token);
      expect([again.status, sessionIn(again).refresh_token]).toEqual([200, lost.refresh_token]);
      expect(await userStatus(sessionIn(again))).toBe(200);
    }
    expect((await renew(lost.refresh_token)).status).toBe(200);
  });

  test("that twenty tabs use at once gives all of them the same next token", async () => {
    const first = await logIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(first.refresh_token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => sessionIn(answer).refresh_token)).size).toBe(1);
    const active = await server.sql`
      select token from auth.refresh_tokens where session_id = ${idOf(first)} and not revoked`;
    expect(active).toHaveLength(1);
  });

  test("that is two renewals old ends the login, with every token of it", async () => {
    const first = await logIn();
    const second = sessionIn(await renew(first.refresh_token));
    const third = sessionIn(await renew(second.refresh_token));
    const copied = await renew(first.refresh_token);
    expect([copied.status, copied.body["error_code"]]).toEqual([400, "refresh_token_already_used"]);
    expect([
      await userStatus(third),
      (await renew(third.refresh_token)).status,
      (await renew(second.refresh_token)).status,
    ]).toEqual([403, 400, 400]);
    expect(await server.sql`select from auth.refresh_tokens where session_id = ${idOf(first)}`).toHaveLength(0);
  });

  test.each(["", "x", "00000000-0000-7000-8000-000000000000", "a".repeat(5000)])(
    "that is none, %j, is refused",
    async (token) => {
      expect((await renew(token)).status).toBe(400);
    },
  );

  test("of a login that is logged out while it is renewed is refused, and never answered with a failure", async () => {
    for (let round = 0; round < 5; round += 1) {
      const login = await logIn();
      const [renewed, out] = await Promise.all([
        renew(login.refresh_token),
        callSignIn(server, "/logout?scope=local", { token: login.access_token }),
      ]);
      expect([200, 400]).toContain(renewed.status);
      expect(out.status).toBe(204);
      expect((await renew(login.refresh_token)).status).toBe(400);
    }
  });
});

describe("logging out", () => {
  test.each([
    ["?scope=local", [403, 200, 200]],
    ["?scope=others", [200, 403, 403]],
    ["?scope=global", [403, 403, 403]],
    ["", [403, 403, 403]],
  ])("with %j ends what it says", async (query, expected) => {
    const logins = [await logIn(), await logIn(), await logIn()];
    const answer = await callSignIn(server, `/logout${query}`, { token: logins[0]?.access_token ?? "" });
    expect(answer.status).toBe(204);
    expect(await Promise.all(logins.map(userStatus))).toEqual(expected);
  });

  test("with a scope that is none, or a token that is none, ends nothing", async () => {
    const login = await logIn();
    expect((await callSignIn(server, "/logout?scope=all", { token: login.access_token })).status).toBe(400);
    expect((await callSignIn(server, "/logout", { token: `${login.access_token}x` })).status).toBe(403);
    expect((await callSignIn(server, "/logout")).status).toBe(401);
    expect(await userStatus(login)).toBe(200);
  });

  test("of one account ends nothing of another", async () => {
    const other = await makeAccount(server.sql, null);
    const login = await logIn();
    await callSignIn(server, "/logout", { token: other.token });
    expect(await userStatus(login)).toBe(200);
  });
});

const age = (login: Session, by: string) =>
  server.sql`update auth.sessions set created_at = created_at - ${by}::interval, not_after = not_after - ${by}::interval,
    refreshed_at = refreshed_at - ${by}::interval where id = ${idOf(login)}`;

describe("a login ends by itself", () => {
  const attendant = staffAddress({ kind: "attendant", project: "ostra-hamnen", userId: "vakt01" }) ?? "";
  test("8 hours after somebody with an ID logged in, however often it is renewed", async () => {
    const login = await logIn(attendant, "Vakt-7410");
    const [row] =
      await server.sql`select not_after - created_at = interval '8 hours' as eight from auth.sessions where id = ${idOf(login)}`;
    expect(row).toEqual({ eight: true });
    await age(login, "7 hours 59 minutes");
    const renewed = sessionIn(await renew(login.refresh_token));
    expect(await userStatus(renewed)).toBe(200);
    await age(login, "1 minute");
    expect(await userStatus(renewed)).toBe(403);
    const over = await renew(renewed.refresh_token);
    expect([over.status, over.body["error_code"]]).toEqual([400, "session_expired"]);
    expect((await renew(renewed.refresh_token)).body["error_code"]).toBe("refresh_token_not_found");
  });

  test("30 days after an e-mail account's was used, not after it began", async () => {
    const login = await logIn();
    await age(login, "29 days");
    const renewed = sessionIn(await renew(login.refresh_token));
    await age(login, "29 days");
    expect(await userStatus(renewed)).toBe(200);
    await age(login, "1 day");
    expect(await userStatus(renewed)).toBe(403);
    expect((await renew(renewed.refresh_token)).status).toBe(400);
  });

  test("an administrator's login of 90 days ago makes no accounts any more", async () => {
    const admin = await makeAccount(server.sql, "admin");
    const create = () =>
      server.client({ accessToken: admin.token }).functions.invoke("create-admin-user", {
        body: { email: `${randomUUID()}@example.com`, password: PASSWORD, accountType: "employee" },
      });
    expect((await create()).response?.status).toBe(201);
    await server.sql`update auth.sessions set created_at = now() - interval '90 days' where id = ${admin.sessionId}`;
    expect((await create()).response?.status).toBe(401);
  });

  test("logins that ended long ago are forgotten at the next log-in", async () => {
    const [old, recent] = [await logIn(), await logIn()];
    await age(old, "40 days");
    await age(recent, "20 days");
    await logIn();
    const left = await server.sql<{ id: string }[]>`select id from auth.sessions where user_id = ${accountId}`;
    const ids = left.map(({ id }) => id);
    expect([ids.includes(idOf(old)), ids.includes(idOf(recent))]).toEqual([false, true]);
  });
});

test("a login notes the device and the time, for the list of one's own logins", async () => {
  const login = await logIn(email, PASSWORD, { "user-agent": "Testläsare 1.0".replace("ä", "a") });
  const [row] = await server.sql`
    select user_agent, host(ip) as ip, created_at <= now() as dated from auth.sessions where id = ${idOf(login)}`;
  expect(row).toEqual({ user_agent: "Testlasare 1.0", ip: "127.0.0.1", dated: true });
});

describe("one's own logins", () => {
  type Row = { id: string; began: string; last_used: string; user_agent: string; address: string; is_this: boolean };
  const listOf = async ({ access_token: accessToken }: Session) =>
    (await server.client({ accessToken }).rpc("list_own_logins")).data as Row[] | null;

  test("are listed with device and time, and one of them is ended", async () => {
    const person = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, person, PASSWORD);
    const other = await logIn(person, PASSWORD, { "user-agent": "Telefonen" });
    const own = await logIn(person, PASSWORD, { "user-agent": "Datorn" });
    const rows = (await listOf(own)) ?? [];
    expect(rows.map(({ user_agent, address, is_this }) => [user_agent, address, is_this])).toEqual([
      ["Datorn", "127.0.0.1", true],
      ["Telefonen", "127.0.0.1", false],
    ]);
    expect(Math.abs(Date.parse(rows[0]?.began ?? "") - Date.now())).toBeLessThan(60_000);
    const end = async (by: Session, login: string) =>
      (await server.client({ accessToken: by.access_token }).rpc("end_own_login", { login })).data as unknown;
    const stranger = await logIn();
    expect([await end(stranger, idOf(other)), await end(own, idOf(other)), await end(own, idOf(other))]).toEqual([
      false,
      true,
      false,
    ]);
    expect([await userStatus(other), await userStatus(own)]).toEqual([403, 200]);
    expect(await listOf(own)).toHaveLength(1);
    await callSignIn(server, "/logout?scope=local", { token: own.access_token });
    expect(await listOf(own)).toEqual([]);
  });
});

const clientOn = (parts: ClientParts) => createTestClient(server.url, server.publishableKey, undefined, parts);
afterEach(() => void vi.useRealTimers());

test("the client's own two tabs: one storage, many renewals at once, nobody is signed out", async () => {
  const storage = memoryStorage();
  const tabs = [clientOn({ storage }), clientOn({ storage })] as const;
  await tabs[0].auth.signInWithPassword({ email, password: PASSWORD });
  const renewals = Array.from({ length: 4 }, () => tabs.map(({ auth }) => auth.refreshSession())).flat();
  const errors = (await Promise.all(renewals)).map(({ error }) => error?.name ?? null);
  // Without the browser's lock they meet on the way: the client keeps the newer session and says so.
  expect(errors).toContain(null);
  expect(errors.filter((name) => name !== null && name !== "AuthRefreshDiscardedError")).toEqual([]);
  for (const { auth } of tabs) expect((await auth.getUser()).data.user?.id).toBe(accountId);
  // A tab that signs out signs out the other tab too.
  await tabs[1].auth.signOut();
  expect((await tabs[0].auth.getSession()).data.session).toBeNull();
});

test("the client's own case without a network: a renewal that nobody answers keeps the session, which the page renews that is opened again", async () => {
  let isOffline = false;
  let lost = 0;
  const network: typeof fetch = (input, init) => {
    if (!isOffline) return fetch(input, init);
    lost += 1;
    return Promise.reject(new TypeError("fetch failed"));
  };
  const storage = memoryStorage();
  const client = clientOn({ storage, fetch: network });
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  isOffline = true;
  // The client tries for half a minute.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
  const renewal = client.auth.refreshSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await renewal).error?.name).toBe("AuthRetryableFetchError");
  expect(lost).toBeGreaterThan(1);
  vi.useRealTimers();
  const kept = (await client.auth.getSession()).data.session;
  expect([kept?.refresh_token, kept?.user.id]).toEqual([data.session?.refresh_token, accountId]);
  // A page that is opened again does the same: this client waits a minute before it tries once more.
  const opened = clientOn({ storage });
  const renewed = await opened.auth.refreshSession();
  expect([renewed.error, renewed.data.session?.refresh_token === kept?.refresh_token]).toEqual([null, false]);
  expect((await opened.auth.getUser()).data.user?.id).toBe(accountId);
});
