// An attacker who holds a part of an account: a borrowed session without the password, a password without the second factor, many
// accounts of their own. The real server with its own limits.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffAddress } from "#contract/staff-address.ts";
import { createPasswordHasher } from "#server/sign-in/password-hasher.ts";
import { makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { VALID_ROWS, insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { type SignInCall, callSignIn, codeOf, makeEmailAccount } from "#tests/support/people/sign-in.ts";

const PASSWORD = "Losen-7410";
const NEXT = 30_000;
const SITE = "ostra-hamnen";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", trustedProxies: ["127.0.0.1"] });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
});
afterAll(() => server.stop());

const invoke = async (client: SupabaseClient, body: object) => {
  const { data, error, response } = await client.functions.invoke<object>("create-admin-user", { body });
  return { status: response?.status, body: error === null ? data : ((await response?.json()) as object) };
};
const logIn = (email: string, more: SignInCall = {}) =>
  callSignIn(server, "/token?grant_type=password", { body: { email, password: PASSWORD }, ...more });
const cookieOf = (headers: Headers) => headers.get("set-cookie")?.split(";")[0] ?? "";

/** An account by e-mail with a second factor, the login that enrolled it, and the device that it was enrolled on. */
async function newOwner() {
  const email = `${randomUUID()}@example.com`;
  const accountId = await makeEmailAccount(server, email, PASSWORD);
  return { email, accountId, ...(await enrolled(email)) };
}

/** Gives an account a second factor. */
async function enrolled(email: string) {
  const login = await logIn(email, { from: "203.0.113.1" });
  const token = String(login.body["access_token"]);
  const own = { token, from: "203.0.113.1" };
  const { body } = await callSignIn(server, "/factors", { ...own, body: { factor_type: "totp" } });
  const [factorId, secret] = [String(body["id"]), (body["totp"] as { secret: string }).secret];
  const challenge = await callSignIn(server, `/factors/${factorId}/challenge`, own);
  const shown = await callSignIn(server, `/factors/${factorId}/verify`, {
    ...own,
    body: { challenge_id: challenge.body["id"], code: await codeOf(secret) },
  });
  const strong = String(shown.body["access_token"]);
  return { factorId, secret, strong, cookie: cookieOf(shown.headers) };
}

describe("a borrowed session", () => {
  const person = { kind: "main-admin", project: null, userId: "chef" } as const;
  const ofOneself = {
    status: 403,
    body: { error: "Your own account asks for your current password", error_code: "own_account" },
  };

  test("gives its own account no password and takes no factor from it, as if it were another's", async () => {
    const main = await makePerson(server, person);
    const admin = await makeAccount(server.sql, "admin");
    for (const { token, accountId } of [main, admin]) {
      const client = server.client({ accessToken: token });
      expect(await invoke(client, { action: "set-password", accountId, password: "Granskog-7410" })).toEqual(ofOneself);
      expect(await invoke(client, { action: "remove-second-factor", accountId })).toEqual(ofOneself);
    }
    const [row] = await server.sql<{ email: string }[]>`select email from auth.users where id = ${admin.accountId}`;
    const credential = randomUUID();
    await server.sql`
      insert into admin_user_credentials (id, email, account_type) values (${credential}, ${row?.email ?? ""}, 'admin')`;
    expect(
      await invoke(server.client({ accessToken: admin.token }), {
        action: "set-password",
        credentialId: credential,
        password: "Granskog-7410",
      }),
    ).toEqual(ofOneself);
  });

  test("sets up no second factor, which would shut the owner out: the login has just shown its password or a code", async () => {
    const email = `${randomUUID()}@example.com`;
    const accountId = await makeEmailAccount(server, email, PASSWORD);
    const begin = async () => {
      const token = String((await logIn(email, { from: "203.0.113.7" })).body["access_token"]);
      return { token, from: "203.0.113.7" };
    };
    const enrol = (who: SignInCall) => callSignIn(server, "/factors", { ...who, body: { factor_type: "totp" } });
    const age = () => server.sql`
      with sessions as (
        update auth.sessions set created_at = now() - interval '16 minutes' where user_id = ${accountId} returning id)
      update auth.mfa_amr_claims c set updated_at = now() - interval '16 minutes' from sessions s where c.session_id = s.id`;
    const borrowed = await begin();
    await age();
    const refused = await enrol(borrowed);
    expect([refused.status, refused.body["error_code"]]).toEqual([403, "reauthentication_needed"]);
    expect((await enrol(await begin())).status).toBe(200);
    await age();
    expect((await enrol(borrowed)).status).toBe(403);
  });

  test("that removes its factor with the password may set up another one at once", async () => {
    const { accountId, factorId, strong } = await newOwner();
    await server.sql`
      update auth.mfa_amr_claims c set updated_at = now() - interval '1 hour'
      from auth.sessions s where c.session_id = s.id and s.user_id = ${accountId}`;
    const enrol = () => callSignIn(server, "/factors", { token: strong, body: { factor_type: "totp" } });
    expect((await enrol()).status).toBe(403);
    const client = server.client({ accessToken: strong });
    const removed = await invoke(client, { action: "remove-own-factor", factorId, currentPassword: PASSWORD });
    expect([removed.status, (await enrol()).status]).toEqual([200, 200]);
  });

  test("removes its second factor with the current password alone, at the service and by the function", async () => {
    const { factorId, strong } = await newOwner();
    const client = server.client({ accessToken: strong });
    const remove = (body?: object) =>
      callSignIn(server, `/factors/${factorId}`, { method: "DELETE", token: strong, body });
    const by = async (currentPassword?: string) =>
      invoke(client, { action: "remove-own-factor", factorId, currentPassword });
    expect([(await remove()).body["error_code"], (await remove({ current_password: "Fel-12345" })).status]).toEqual([
      "current_password_required",
      400,
    ]);
    expect(await by()).toEqual({
      status: 400,
      body: { error: "Your current password is required", error_code: "current_password_required" },
    });
    expect(await by("Fel-12345")).toEqual({
      status: 400,
      body: { error: "Your current password is not right", error_code: "current_password_invalid" },
    });
    expect((await by(PASSWORD)).status).toBe(200);
  });
});

describe("a password without the second factor", () => {
  test("reads its own set-up and nothing else, lists and ends no login", async () => {
    const { email, accountId, strong, factorId } = await newOwner();
    await server.sql`insert into user_roles (user_id, role) values (${accountId}, 'admin')`;
    const weak = String((await logIn(email, { from: "198.51.100.1" })).body["access_token"]);
    const [thief, owner] = [server.client({ accessToken: weak }), server.client({ accessToken: strong })];
    const seen = async (client: SupabaseClient) => [
      ((await client.rpc("list_own_logins")).data as unknown[]).length,
      (await client.from("profiles").select("id").eq("id", accountId)).data?.length,
      (await client.from("user_roles").select("role").eq("user_id", accountId)).data?.length,
      (await client.rpc("get_user_role", { _user_id: accountId })).data,
    ];
    expect([await seen(thief), await seen(owner)]).toEqual([
      [0, 0, 0, "member"],
      [2, 1, 1, "admin"],
    ]);
    const { data: logins } = await owner.rpc("list_own_logins");
    for (const { id } of logins as { id: string }[])
      expect((await thief.rpc("end_own_login", { login: id })).data).toBe(false);
    const set = await callSignIn(server, "/user", { method: "GET", token: weak });
    expect(set.body["factors"]).toMatchObject([{ id: factorId, status: "verified" }]);
    expect((await callSignIn(server, "/logout?scope=others", { token: weak })).status).toBe(403);
    expect((await callSignIn(server, "/logout?scope=global", { token: weak })).status).toBe(204);
    expect((await callSignIn(server, "/user", { method: "GET", token: weak })).status).toBe(403);
    expect((await callSignIn(server, "/user", { method: "GET", token: strong })).status).toBe(200);
  });

  test("shuts the owner's device out by no wrong codes, and never becomes that device", async () => {
    const { email, factorId, secret, cookie, strong } = await newOwner();
    expect((await logIn(email, { from: "198.51.100.2" })).headers.get("set-cookie")).toBeNull();
    const show = async (code: string, more: SignInCall = {}) => {
      const token = String((await logIn(email, more)).body["access_token"]);
      const challenge = await callSignIn(server, `/factors/${factorId}/challenge`, { token, ...more });
      return callSignIn(server, `/factors/${factorId}/verify`, {
        token,
        ...more,
        body: { challenge_id: challenge.body["id"], code },
      });
    };
    const thief = { from: "198.51.100.3" };
    for (let index = 0; index < 3; index += 1) expect((await show("000000", thief)).status).toBe(422);
    const slowed = await show("000000", { from: "198.51.100.4" });
    expect([slowed.status, slowed.headers.get("retry-after")]).toEqual([429, "1"]);
    // Half an hour of tries later the next one waits as long as it ever does.
    await server.sql`update private.rate_limits set points = 40 where key like 'proofs-slowed:%'`;
    expect(Number((await show("000000", { from: "198.51.100.5" })).headers.get("retry-after"))).toBeGreaterThan(25);
    const owner = await show(await codeOf(secret, Date.now() + NEXT), {
      from: "198.51.100.3",
      headers: { cookie },
    });
    expect(owner.status).toBe(200);
    expect((await callSignIn(server, "/user", { method: "GET", token: strong })).status).toBe(200);
  });

  test("slows down on a device that the password alone was shown on, before there was a factor", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    const cookie = cookieOf((await logIn(email, { from: "198.51.100.40" })).headers);
    expect(cookie).not.toBe("");
    const { factorId } = await enrolled(email);
    const thief = { from: "198.51.100.40", headers: { cookie } };
    const token = String((await logIn(email, thief)).body["access_token"]);
    const answers: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { body } = await callSignIn(server, `/factors/${factorId}/challenge`, { token, ...thief });
      const proof = { challenge_id: body["id"], code: "000000" };
      answers.push((await callSignIn(server, `/factors/${factorId}/verify`, { token, ...thief, body: proof })).status);
    }
    expect(answers).toEqual([422, 422, 422, 429]);
  });

  test("ends none of the owner's logins by beginning many", async () => {
    const { email, strong } = await newOwner();
    for (let index = 0; index < 24; index += 1) await logIn(email, { from: `198.51.100.${index}` });
    expect((await callSignIn(server, "/user", { method: "GET", token: strong })).status).toBe(200);
    const living = await server.sql`
      select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
    expect(living).toHaveLength(20);
  });
});

describe("many log-ins", () => {
  test("leave an account the twenty newest; right ones count", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    const first = await logIn(email);
    for (let index = 0; index < 20; index += 1) expect((await logIn(email)).status).toBe(200);
    const token = String(first.body["access_token"]);
    expect((await callSignIn(server, "/user", { method: "GET", token })).status).toBe(403);
    expect(
      await server.sql`select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`,
    ).toHaveLength(20);
    await server.sql`update private.rate_limits set points = 200 where key like 'hashes-account-at-address:%'`;
    expect((await logIn(email)).status).toBe(429);
  });

  test("renewed again and again are stored up to a bound", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    let { body } = await logIn(email);
    for (let index = 0; index < 110; index += 1) {
      const sent = { body: { refresh_token: body["refresh_token"] } };
      ({ body } = await callSignIn(server, "/token?grant_type=refresh_token", sent));
    }
    const kept = await server.sql`
      select from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id join auth.users u on u.id = s.user_id
      where u.email = ${email}`;
    expect(kept.length).toBeLessThanOrEqual(102);
    expect(body["access_token"]).toBeDefined();
  });

  test("wait behind one another by address and by account, so that nobody else does", async () => {
    const hasher = createPasswordHasher({ atOnce: 2, waiting: 40, cost: 4 });
    const done: string[] = [];
    const ask = async (who: { address: string; account: string }) => {
      await hasher.hash(PASSWORD, who);
      done.push(`${who.address} ${who.account}`);
    };
    const crowd = Array.from({ length: 36 }, (_, index) => ask({ address: "crowd", account: String(index % 9) }));
    const others = [ask({ address: "a", account: "x" }), ask({ address: "crowd", account: "new" })];
    await Promise.all([...crowd, ...others]);
    // Two were under way when they came; the two that come next are at most those of other addresses and one turn of each account.
    expect(done.indexOf("a x")).toBeLessThan(5);
    expect(done.indexOf("crowd new")).toBeLessThan(14);
  });

  test.each([
    ["an address", () => "crowd"],
    ["many addresses of one customer", (n: number) => `2001:db8:1:${n}::/64`],
  ])("beyond what can wait are refused where most of them came from: %s", async (_whence, addressOf) => {
    const hasher = createPasswordHasher({ atOnce: 1, waiting: 4, cost: 4 });
    const crowd = Array.from({ length: 9 }, (_, n) => hasher.hash(PASSWORD, { address: addressOf(n), account: "1" }));
    const [outcomes, other] = await Promise.all([
      Promise.allSettled(crowd),
      hasher.hash(PASSWORD, { address: "a", account: "x" }).then(
        () => "hashed",
        () => "refused",
      ),
    ]);
    expect(other).toBe("hashed");
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(5);
  });
});

test.each(["superadmin@parkering.example", " SuperAdmin@Parkering.Example ", "superadmin@ｐarkering.example"])(
  "nobody signs up as the protected super admin, %j",
  async (email) => {
    const answer = await callSignIn(server, "/signup", { body: { email, password: PASSWORD } });
    expect([answer.status, answer.body["error_code"]]).toEqual([422, "email_address_not_authorized"]);
  },
);

test("a person who signs up with an address acts as a visitor until somebody confirms the address", async () => {
  const email = `${randomUUID()}@example.com`;
  const made = await callSignIn(server, "/signup", { body: { email, password: PASSWORD }, from: "203.0.113.60" });
  const user = made.body["user"] as { id: string; email_confirmed_at: null; user_metadata: object };
  expect([user.email_confirmed_at, user.user_metadata]).toMatchObject([null, { email_verified: false }]);
  // A person may take the address for a colleague's.
  await server.sql`insert into user_roles (user_id, role) values (${user.id}, 'admin')`;
  const token = String((await logIn(email)).body["access_token"]);
  // A factor of whoever signed up would keep the address's owner out.
  const factor = await callSignIn(server, "/factors", { token, body: { factor_type: "totp" } });
  expect([factor.status, factor.body["error_code"]]).toEqual([403, "email_not_confirmed"]);
  const client = server.client({ accessToken: token });
  const seen = async () => [
    (await client.rpc("get_login_step")).data,
    (await client.rpc("get_user_role", { _user_id: user.id })).data,
    (await client.from("profiles").select("id")).data?.length,
    (await client.from("properties").insert({ ...VALID_ROWS.properties, id: randomUUID() })).error?.code ?? "made",
    (await invoke(client, { email: `${randomUUID()}@example.com`, password: PASSWORD, accountType: "member" })).status,
  ];
  expect(await seen()).toEqual(["nothing", "member", 0, "42501", 401]);

  const main = await makePerson(server, { kind: "main-admin", project: null, userId: "tredje" });
  const chief = server.client({ accessToken: main.token });
  expect((await chief.rpc("list_unconfirmed")).data).toContain(user.id);
  expect((await client.rpc("list_unconfirmed")).data).toEqual([]);
  const attendant = await makePerson(server, { kind: "admin", project: SITE, userId: "platschef" });
  const confirm = { action: "confirm-address", accountId: user.id };
  expect((await invoke(server.client({ accessToken: attendant.token }), confirm)).status).toBe(403);
  expect((await invoke(chief, confirm)).status).toBe(200);
  expect((await chief.rpc("list_unconfirmed")).data).not.toContain(user.id);
  const [step, role, profiles, property, account] = await seen();
  expect([step, role, property, account]).toEqual(["nothing", "admin", "made", 201]);
  expect(profiles).toBeGreaterThan(0);
});

test("a forced first change and a link of one use ask for no current password", async () => {
  const main = await makePerson(server, { kind: "main-admin", project: null, userId: "annan" });
  const client = server.client({ accessToken: main.token });
  const userId = `v-${randomUUID().slice(0, 8)}`;
  const made = { action: "create", kind: "attendant", project: SITE, userId, password: PASSWORD };
  expect((await invoke(client, made)).status).toBe(201);
  const email = staffAddress({ kind: "attendant", project: SITE, userId }) ?? "";
  const login = await logIn(email);
  const own = server.client({ accessToken: String(login.body["access_token"]) });
  expect((await invoke(own, { action: "change-own-password", password: "Granskog-7410" })).status).toBe(200);
});
