// Passwords: those that an account may have, people who must choose one, and the change of one; profile `hardened` on the real server.
// `npm test` asks how many the hasher lets wait; 120 log-ins at once are `npm run test:all`'s.
import { randomUUID } from "node:crypto";
import type { FunctionsHttpError } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffAddress } from "#contract/staff-address.ts";
import { PASSWORD_REFUSALS } from "#contract/password-refusals.ts";
import { createPasswordHasher } from "#server/sign-in/password-hasher.ts";
import { type LoggedIn, makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { VALID_ROWS, insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { callSignIn, makeEmailAccount } from "#tests/support/people/sign-in.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const PASSWORD = "Losen-7410";
const COMMON = "Lösenordet är ett av de vanligaste. Välj ett annat.";
const OWN_ID = "Lösenordet får inte vara detsamma som ditt ID.";
const SITE = "ostra-hamnen";

let server: TestServer;
let admin: LoggedIn;
let superAdmin: LoggedIn;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: "none", hashing: isWhole ? "own" : "little" });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  await insertRow(server.sql, "main_page_sites", { path: "kaj-3", name: "Nordkajen i Ystad" });
  await server.sql`update site_settings set issuer_name = 'Kajen Nord' where project_id = 'kaj-3'`;
  admin = await makePerson(server, { kind: "admin", project: SITE, userId: "chef" });
  superAdmin = await makeAccount(server.sql, "admin", "superadmin@parkering.example");
});
afterAll(() => server.stop());

async function invoke(token: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const { data, error, response } = await server
    .client({ accessToken: token })
    .functions.invoke<Record<string, unknown>>("create-admin-user", { body });
  if (error === null) return { status: response?.status ?? 0, body: data ?? {} };
  const { context } = error as FunctionsHttpError & { context: Response };
  return { status: context.status, body: (await context.json()) as Record<string, unknown> };
}

async function tokenOf(email: string, password: string): Promise<string> {
  const { data, error } = await server.client().auth.signInWithPassword({ email, password });
  if (error !== null) throw error;
  return data.session.access_token;
}

const attendant = (userId: string) => ({ kind: "attendant", project: SITE, userId }) as const;
const addressOf = (userId: string) => staffAddress(attendant(userId)) ?? "";
const change = (token: string, body: object) => callSignIn(server, "/user", { method: "PUT", token, body });

const signUp = (to: TestServer, password: string) =>
  callSignIn(to, "/signup", { body: { email: `${randomUUID()}@example.com`, password } });

describe("a password that others guess", () => {
  test.each([
    ["aaaaaaa1", PASSWORD_REFUSALS.repeated.sv],
    ["Parkering1", PASSWORD_REFUSALS.known.sv],
    ["Hamnen2026", PASSWORD_REFUSALS.known.sv],
    ["Qz7!kp", PASSWORD_REFUSALS.short.sv],
    ["Kajen-Nord", PASSWORD_REFUSALS.known.sv],
    ["Ystad2026!", PASSWORD_REFUSALS.known.sv],
    ["iloveyou", COMMON],
    ["Password1", COMMON],
    ["qwertyuiop12", PASSWORD_REFUSALS.common.sv],
    ["zyxwvutsr", PASSWORD_REFUSALS.ordered.sv],
    ["2026-11-25", PASSWORD_REFUSALS.dated.sv],
    ["losenord", PASSWORD_REFUSALS.known.sv],
  ])("%s: %s", async (password, why) => {
    const answer = await callSignIn(server, "/signup", { body: { email: `${randomUUID()}@example.com`, password } });
    expect([answer.status, answer.body["msg"]]).toEqual([422, why]);
  });

  test.each(["Losen-7410", "kaffe och bulle", "xK9#mPq2", "Granskog-7410"])("%s is no such one", async (password) => {
    expect((await signUp(server, password)).status).toBe(200);
  });

  test("is refused by a sign-up, an administrator, a new account and one's own change; the client knows why", async () => {
    const email = `${randomUUID()}@example.com`;
    const { error } = await server.client().auth.signUp({ email, password: "iloveyou" });
    expect(error).toMatchObject({ code: "weak_password", message: COMMON, status: 422, reasons: ["pwned", "common"] });
    const id = await makeEmailAccount(server, email, PASSWORD);
    const changed = await server
      .client({ key: server.secretKey })
      .auth.admin.updateUserById(id, { password: "iloveyou" });
    expect(changed.error).toMatchObject({ code: "weak_password", message: COMMON });
    const created = await invoke(admin.token, { action: "create", ...attendant("ny00"), password: "iloveyou" });
    expect(created).toEqual({
      status: 400,
      body: { error: COMMON, error_code: "weak_password", reasons: ["pwned", "common"] },
    });
    const own = await change(await tokenOf(email, PASSWORD), { password: "iloveyou", current_password: PASSWORD });
    expect([own.status, own.body["msg"]]).toEqual([422, COMMON]);
  });

  test.each([
    ["vakt-nr-7", "vakt-nr-7"],
    ["vakt-nr-7", "VAKT-NR-7"],
    ["Åkesson 1", "åkesson 1"],
    ["åke_01", "åke_01.ostra-hamnen"],
  ])("of %j: %j is the own ID", async (userId, password) => {
    const created = await invoke(admin.token, { action: "create", ...attendant(userId), password });
    expect(created).toEqual({
      status: 400,
      body: { error: OWN_ID, error_code: "weak_password", reasons: ["characters", "id"] },
    });
  });

  test("of an e-mail account is its address, or what stands before the @", async () => {
    const local = `person-${randomUUID()}`;
    const email = `${local}@example.com`;
    for (const password of [email, local, local.toUpperCase()]) {
      const answer = await callSignIn(server, "/signup", { body: { email, password } });
      expect([answer.status, answer.body["msg"]]).toEqual([422, OWN_ID]);
    }
  });

  test("is kept in the profile `specified`, as the specification has it; lengths are the same in both", async () => {
    const specified = await startTestServer({ profile: "specified", hashing: "own" });
    expect((await signUp(specified, "123456")).status).toBe(200);
    const [stored] = await specified.sql`select left(encrypted_password, 7) as begins from auth.users`;
    expect(stored).toEqual({ begins: "$2a$10$" });
    expect((await signUp(specified, "12345")).body["msg"]).toBe("Password should be at least 6 characters.");
    expect((await signUp(server, "12345")).body["msg"]).toBe(PASSWORD_REFUSALS.short.sv);
    const long = "åska och snö över fälten där älgar går hem";
    for (const to of [server, specified]) {
      expect((await signUp(to, `${long}${"x".repeat(72 - Buffer.byteLength(long))}`)).status).toBe(200);
      expect((await signUp(to, `${long}${"x".repeat(73 - Buffer.byteLength(long))}`)).status).toBe(422);
    }
    await specified.stop();
  });
});

describe("changing one's own password", () => {
  test("takes the current one, and ends the other logins", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    const [token, other] = [await tokenOf(email, PASSWORD), await tokenOf(email, PASSWORD)];
    const without = await change(token, { password: "Annat-7410" });
    expect([without.status, without.body["error_code"]]).toEqual([400, "current_password_required"]);
    const wrong = await change(token, { password: "Annat-7410", current_password: "Fel-12345" });
    expect([wrong.status, wrong.body["error_code"]]).toEqual([400, "current_password_invalid"]);
    const same = await change(token, { password: PASSWORD, current_password: PASSWORD });
    expect([same.status, same.body["error_code"]]).toEqual([422, "same_password"]);
    expect((await change(token, { password: "Annat-7410", current_password: PASSWORD })).status).toBe(200);
    expect((await callSignIn(server, "/user", { method: "GET", token })).status).toBe(200);
    expect((await callSignIn(server, "/user", { method: "GET", token: other })).status).toBe(403);
    await tokenOf(email, "Annat-7410");
  });

  test("by the unmodified client", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const refused = await client.auth.updateUser({ password: "Annat-7410" });
    expect(refused.error).toMatchObject({ code: "current_password_required", status: 400 });
    const done = await client.auth.updateUser({ password: "Annat-7410", current_password: PASSWORD });
    expect([done.error, done.data.user?.email]).toEqual([null, email]);
  });

  test.each([
    { email: "other@example.com" },
    { data: { role: "admin" } },
    { app_metadata: {} },
    { phone: "1" },
    {},
    { password: 7 },
  ])("changes nothing else: %j", async (body) => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    const answer = await change(await tokenOf(email, PASSWORD), { current_password: PASSWORD, ...body });
    expect([400, 422]).toContain(answer.status);
    await tokenOf(email, PASSWORD);
  });

  test("of two changes at once one counts", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    const token = await tokenOf(email, PASSWORD);
    const answers = await Promise.all(
      ["Forsta-7410", "Andra-74100"].map((password) => change(token, { password, current_password: PASSWORD })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("guesses of the current one are counted, though a thief has the token", async () => {
    const limited = await startTestServer({ profile: "hardened" });
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(limited, email, PASSWORD);
    const login = await callSignIn(limited, "/token?grant_type=password", { body: { email, password: PASSWORD } });
    const token = String(login.body["access_token"]);
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    const guess = (current_password: string, headers = {}) =>
      callSignIn(limited, "/user", {
        method: "PUT",
        token,
        headers,
        body: { password: "Annat-7410", current_password },
      });
    for (let index = 0; index < 3; index += 1) expect((await guess(`Fel-${index}0000`)).status).toBe(400);
    expect((await guess(PASSWORD)).status).toBe(429);
    // The device that was logged in to the account waits for nobody, and has ten of its own.
    for (let index = 0; index < 10; index += 1) expect((await guess(`Fel-${index}0000`, { cookie })).status).toBe(400);
    expect((await guess(PASSWORD, { cookie })).status).toBe(429);
    await limited.stop();
  });
});

describe("a password that another person chose", () => {
  test("of somebody with an ID is only good to choose another, without the old one; the next change takes it", async () => {
    const created = await invoke(admin.token, { action: "create", ...attendant("ny01"), password: PASSWORD });
    expect(created.status).toBe(201);
    await insertRow(server.sql, "parkings", { project_id: SITE });
    const token = await tokenOf(addressOf("ny01"), PASSWORD);
    const client = server.client({ accessToken: token });
    expect([(await client.rpc("get_login_step")).data, (await client.from("parkings").select("id")).data]).toEqual([
      "password",
      [],
    ]);
    expect(await invoke(token, { action: "change-own-password", password: "Annat-7410" })).toMatchObject({
      status: 200,
    });
    expect((await client.rpc("get_login_step")).data).toBe("nothing");
    expect((await client.from("parkings").select("id")).data).not.toEqual([]);
    const again = (body: object) => invoke(token, { action: "change-own-password", password: "Tredje-7410", ...body });
    expect(await again({})).toEqual({
      status: 400,
      body: { error: "Your current password is required", error_code: "current_password_required" },
    });
    expect(await again({ currentPassword: PASSWORD })).toEqual({
      status: 400,
      body: { error: "Your current password is not right", error_code: "current_password_invalid" },
    });
    expect(await again({ currentPassword: "Annat-7410" })).toMatchObject({ status: 200 });

    const accountId = String(created.body["id"]);
    await invoke(admin.token, { action: "set-password", accountId, password: PASSWORD });
    expect(
      (await server.client({ accessToken: await tokenOf(addressOf("ny01"), PASSWORD) }).rpc("get_login_step")).data,
    ).toBe("password");
  });

  test("of an account by e-mail too: its agent changes no property before", async () => {
    const email = `${randomUUID()}@example.com`;
    await invoke(superAdmin.token, { email, password: PASSWORD, accountType: "employee" });
    const token = await tokenOf(email, PASSWORD);
    const client = server.client({ accessToken: token });
    const insert = async () =>
      (await client.from("properties").insert({ ...VALID_ROWS.properties, id: randomUUID() })).error?.code ?? "made";
    expect((await client.rpc("get_login_step")).data).toBe("password");
    expect(await insert()).toBe("42501");
    expect((await change(token, { password: "Annat-7410" })).status).toBe(200);
    expect((await client.rpc("get_login_step")).data).toBe("nothing");
    expect(await insert()).toBe("made");
    const [row] =
      await server.sql`select raw_app_meta_data ? 'must_change_password' as must from auth.users where email = ${email}`;
    expect(row).toEqual({ must: false });
  });

  test("of an administrator by e-mail: no account is made with it", async () => {
    const email = `${randomUUID()}@example.com`;
    const other = await makeAccount(server.sql, "admin", email);
    const body = { action: "set-password", accountId: other.accountId, password: PASSWORD };
    expect(await invoke(superAdmin.token, body)).toMatchObject({ status: 200 });
    const token = await tokenOf(email, PASSWORD);
    const create = { email: `${randomUUID()}@example.com`, password: PASSWORD, accountType: "member" };
    expect(await invoke(token, create)).toEqual({
      status: 403,
      body: { error: "Choose a password of your own first" },
    });
    expect(await invoke(token, { action: "change-own-password", password: "Annat-7410" })).toMatchObject({
      status: 200,
    });
    expect(await invoke(token, create)).toMatchObject({ status: 201 });
  });
});

describe("the hasher", () => {
  test("works on a few at a time, lets a bounded number wait, and refuses the others at once", async () => {
    const hasher = createPasswordHasher({ atOnce: 2, waiting: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash(PASSWORD)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => "fulfilled"),
      ...Array.from({ length: 3 }, () => "rejected"),
    ]);
    expect(outcomes.at(-1)).toMatchObject({ reason: { status: 503, headers: { "Retry-After": "2" } } });
    await expect(hasher.hash(PASSWORD)).resolves.toMatch(/^\$2[aby]\$10\$/);
  });

  test("leaves the main thread alone", async () => {
    const hasher = createPasswordHasher({ atOnce: 2, waiting: 64 });
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await Promise.all(Array.from({ length: 6 }, () => hasher.hash(PASSWORD)));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(6);
  });

  test("takes hashes of other libraries and is not stopped by texts that are none", async () => {
    const hasher = createPasswordHasher();
    const [row] = await server.sql<
      { hash: string }[]
    >`select extensions.crypt('Losen-7410', extensions.gen_salt('bf', 4)) as hash`;
    const hash = row?.hash ?? "";
    for (const stored of [hash, hash.replace("$2a$", "$2b$"), hash.replace("$2a$", "$2y$")])
      expect([await hasher.verify(PASSWORD, stored), await hasher.verify("x", stored)]).toEqual([true, false]);
    for (const stored of ["", "x", PASSWORD, "$2b$10$", "$argon2id$v=19$m=1,t=1,p=1$a$b"])
      expect(await hasher.verify(PASSWORD, stored)).toBe(false);
  });
});

/** A hundred passwords are hashed; the hasher's own test holds how many wait. */
test.runIf(isWhole)("more log-ins at once than can wait are told to come back, with a time", async () => {
  const email = `${randomUUID()}@example.com`;
  await makeEmailAccount(server, email, PASSWORD);
  const answers = await Promise.all(
    Array.from({ length: 120 }, () =>
      callSignIn(server, "/token?grant_type=password", { body: { email, password: PASSWORD } }),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(refused[0]?.headers.get("retry-after")).toBe("2");
});

test("the main admin makes the first administrator of e-mail accounts, and sees who they are; nobody else makes one", async () => {
  const main = await makePerson(server, { kind: "main-admin", project: null, userId: "forsta" });
  const email = `${randomUUID()}@example.com`;
  const body = { email, password: PASSWORD, accountType: "admin" };
  expect((await invoke(superAdmin.token, body)).status).toBe(400);
  expect((await invoke(admin.token, body)).status).toBe(403);
  expect((await invoke(main.token, { ...body, accountType: "employee" })).status).toBe(403);
  expect((await invoke(main.token, body)).status).toBe(201);
  const { data } = await server
    .client({ accessToken: main.token })
    .from("admin_user_credentials")
    .select("email, account_type");
  expect(data).toEqual([{ email, account_type: "admin" }]);
  const token = await tokenOf(email, PASSWORD);
  expect((await change(token, { password: "Annat-7410" })).status).toBe(200);
  const made = await invoke(token, {
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    accountType: "employee",
  });
  expect(made.status).toBe(201);
});
