// The attacks of the second review of security, once more, at the server as it is built. B1 is
// tests/backend/operators/old-data-folders.test.ts; H1, H2 and the upload that breaks off are who-asks-first.test.ts.
import { createHash, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Pool } from "pg";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "#server/database/driver/connect.ts";
import { type BuiltProduct, makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { actorOf, fineOf, SITE } from "#tests/support/rows/cases.ts";
import { makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { sendPlain } from "#tests/support/bad-input/plain-request.ts";
import { insertRow, VALID_ROWS } from "#tests/support/rows/rows.ts";
import { createTestClient } from "#tests/support/server/server.ts";
import { callSignIn, codeOf, type SignInCall } from "#tests/support/people/sign-in.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const PASSWORD = "Granskog-7410";
/** Accounts, and log-ins of each at the same time. Hashes take the processor, of which `npm test` has little. */
const MANY = isWhole ? 9 : 4;
const { dataDir, remove } = makeDataDir("migrated");
let product: BuiltProduct;
let sql: Sql;
let database: Pool;
beforeAll(async () => {
  product = await startBuilt(dataDir, {
    SECURITY_PROFILE: "hardened",
    SEED: "none",
  });
  sql = postgres(product.databaseUrl, { max: 2, onnotice: () => undefined });
  database = openPool(product.databaseUrl, { name: "tests", max: 2 });
  await insertRow(sql, "main_page_sites", { path: SITE });
});
afterAll(async () => {
  await Promise.all([sql.end(), database.end()]);
  await product.stop();
  remove();
});

const clientOf = (accessToken?: string) => createTestClient(product.url, product.publishableKey, accessToken);
const personOf = (kind: "main-admin" | "admin" | "attendant", userId: string) =>
  makePerson({ sql, database }, { kind, project: kind === "main-admin" ? null : SITE, userId });

/** An account by e-mail with a password of its own. */
async function newAccount(): Promise<{ email: string; accountId: string }> {
  const email = `${randomUUID()}@example.com`;
  const { admin } = createTestClient(product.url, product.secretKey).auth;
  const { data, error } = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  expect(error).toBeNull();
  return { email, accountId: data.user?.id ?? "" };
}
const logIn = (email: string, more: SignInCall = {}) =>
  callSignIn(product, "/token?grant_type=password", { body: { email, password: PASSWORD }, ...more });
const invoke = async (client: SupabaseClient, body: object) =>
  (await client.functions.invoke<object>("create-admin-user", { body })).response?.status;

test("M1: accounts with many right log-ins in flight each keep nobody else waiting, and no account has more than twenty logins", async () => {
  const accounts = await Promise.all(Array.from({ length: MANY }, newAccount));
  const stranger = await newAccount();
  let answered = 0;
  const attack = accounts.flatMap(({ email }) =>
    Array.from({ length: MANY }, async () => {
      await logIn(email, { from: "203.0.113.9" });
      answered += 1;
    }),
  );
  const { status } = await logIn(stranger.email, { from: "198.51.100.1" });
  expect([status, answered < attack.length / 2]).toEqual([200, true]);
  await Promise.all(attack);
  const [first] = accounts;
  // A sign-in more, after thirty of a week: the oldest end.
  await sql`
    insert into auth.sessions (id, user_id) select gen_random_uuid(), ${first?.accountId ?? ""} from generate_series(1, 30)`;
  expect((await logIn(first?.email ?? "", { from: "198.51.100.2" })).status).toBe(200);
  const [row] = await sql<{ live: number }[]>`
    select count(*)::int as live from auth.sessions where user_id = ${first?.accountId ?? ""}`;
  expect(row?.live).toBeLessThanOrEqual(20);
});

test("M2, M3: wrong codes from elsewhere shut nobody out, a weak login lists and ends nothing, and nobody takes their own account over", async () => {
  const { email, accountId } = await newAccount();
  const home = { from: "192.0.2.1" };
  const login = await logIn(email, home);
  const own = { ...home, token: String(login.body["access_token"]) };
  const { body } = await callSignIn(product, "/factors", { ...own, body: { factor_type: "totp" } });
  const [factorId, secret] = [String(body["id"]), (body["totp"] as { secret: string }).secret];
  const show = async (who: SignInCall, code: string) => {
    const challenge = await callSignIn(product, `/factors/${factorId}/challenge`, who);
    return callSignIn(product, `/factors/${factorId}/verify`, {
      ...who,
      body: { challenge_id: challenge.body["id"], code },
    });
  };
  const shown = await show(own, await codeOf(secret));
  expect(shown.status).toBe(200);
  const cookie = shown.headers.get("set-cookie")?.split(";")[0] ?? "";

  const thief = { from: "203.0.113.66" };
  const weak = String((await logIn(email, thief)).body["access_token"]);
  for (let n = 0; n < 10; n += 1) await show({ ...thief, token: weak }, "000000");
  const { data: listed } = await clientOf(weak).rpc("list_own_logins");
  expect(listed).toEqual([]);
  const [owners] = await sql<
    { id: string }[]
  >`select id from auth.sessions where user_id = ${accountId} and aal = 'aal2'`;
  await clientOf(weak).rpc("end_own_login", { login: owners?.id ?? "" });
  expect(await sql`select from auth.sessions where id = ${owners?.id ?? ""}`).toHaveLength(1);
  const device = { ...home, headers: { cookie } };
  const again = await logIn(email, device);
  const next = await show(
    { ...device, token: String(again.body["access_token"]) },
    await codeOf(secret, Date.now() + 30_000),
  );
  expect(next.status).toBe(200);

  const admin = await personOf("admin", "chef01");
  const client = clientOf(admin.token);
  const change = { action: "set-password", accountId: admin.accountId, password: "Tallkott-7410" };
  expect(await invoke(client, change)).toBe(403);
  expect(await invoke(client, { action: "remove-second-factor", accountId: admin.accountId })).toBe(403);
  const strong = { ...home, token: String(next.body["access_token"]) };
  for (const call of [
    () => callSignIn(product, "/user", { ...strong, method: "PUT", body: { password: "Tallkott-7410" } }),
    () => callSignIn(product, `/factors/${factorId}`, { ...strong, method: "DELETE" }),
  ])
    expect((await call()).status).toBeGreaterThanOrEqual(400);
});

test("M4: wrong numbers for a known plate are few, at the table API and at the driver's function; the right key always opens", async () => {
  const { token } = await personOf("attendant", "vakt04");
  const { case_number, plate, public_key } = fineOf(
    await actorOf(clientOf(token), "vakt04").issue({ plate: "HEM 404" }),
  );
  const client = clientOf();
  let asked = 0;
  const from = () => ({ "X-Forwarded-For": `198.18.0.${(asked += 1)}` });
  const look = async (number: unknown) =>
    (
      await client
        .rpc("look_up_case", { case_number: number, plate })
        .setHeader("X-Forwarded-For", from()["X-Forwarded-For"])
    ).error;
  const invokePublic = async (body: object) =>
    (await client.functions.invoke<object>("public-case", { body, headers: from() })).response?.status;
  for (let n = 0; n < 10; n += 1) expect(await look(`0000000${n}`)).toBeNull();
  // From addresses that never asked.
  for (const number of ["00000011", case_number]) expect((await look(number))?.message).toMatch(/^Too many attempts\./);
  expect(await invokePublic({ case_number, plate })).toBe(429);
  expect(await invokePublic({ public_key })).toBe(200);
});

test("M5: one attendant issues sixty fines in fifteen minutes; what comes from the queue waits for a look, its amount too", async () => {
  const { token } = await personOf("attendant", "vakt05");
  const attendant = actorOf(clientOf(token), "vakt05");
  const answers = await Promise.all(Array.from({ length: 64 }, () => attendant.issue()));
  expect(answers.filter(({ outcome }) => outcome === "stored")).toHaveLength(60);
  const issued_at = new Date(Date.now() - 3_600_000).toISOString();
  const late = fineOf(await attendant.issue({ was_offline: true, issued_at, amount: 1_000_000 }));
  expect((late["review_reasons"] as { code: string }[]).map(({ code }) => code)).toEqual(
    expect.arrayContaining(["PK017", "above-legal-maximum"]),
  );
});

test("M6: no visitor parks longer than the site lets, by a registration or by a receipt", async () => {
  await sql`update site_settings set max_parking_hours = 2 where project_id = ${SITE}`;
  const start = Date.now();
  const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
  const key = randomUUID().replaceAll("-", "").slice(0, 22);
  const parking = {
    ...VALID_ROWS.parkings,
    project_id: SITE,
    ref_number: "LNG 206",
    start_time: at(0),
    receipt_hash: createHash("sha256").update(key).digest("hex"),
  };
  const register = async (end_time: string) =>
    (
      await clientOf()
        .from("parkings")
        .insert({ ...parking, end_time })
    ).error?.code;
  expect([await register("2099-01-01T00:00:00Z"), await register(at(1))]).toEqual(["PK013", undefined]);
  const extend = async (new_end: string) => (await clientOf().rpc("extend_parking", { key, new_end })).error?.code;
  expect([await extend("2099-01-01T00:00:00Z"), await extend(at(2))]).toEqual(["PK013", undefined]);
});

test("M7: guessable passwords are refused wherever one is chosen; an account that signed up is a visitor until its address is confirmed", async () => {
  const main = clientOf((await personOf("main-admin", "chef07")).token);
  const { accountId } = await personOf("attendant", "vakt07");
  for (const password of ["aaaaaaa1", "Parkering1", "Hamnen2026", "Qz7!kp"]) {
    const email = `${randomUUID()}@example.com`;
    expect((await callSignIn(product, "/signup", { body: { email, password } })).status).toBe(422);
    expect(await invoke(main, { action: "set-password", accountId, password })).toBe(400);
    expect(await invoke(main, { email, password, accountType: "admin" })).toBe(400);
  }
  const email = `${randomUUID()}@example.com`;
  const { body } = await callSignIn(product, "/signup", { body: { email, password: PASSWORD } });
  const user = body["user"] as { id: string; email_confirmed_at?: string | null };
  expect(user.email_confirmed_at ?? null).toBeNull();
  await sql`insert into user_roles (user_id, role) values (${user.id}, 'employee')`;
  const client = clientOf(String(body["access_token"]));
  expect((await client.from("properties").insert(VALID_ROWS.properties)).error).not.toBeNull();
});

test("L: the protected address, a path that is an id, a host, renewals, a token with a sign behind it", async () => {
  const signUp = (email: string) => callSignIn(product, "/signup", { body: { email, password: PASSWORD } });
  expect((await signUp("superadmin@parkering.example")).status).toBeGreaterThanOrEqual(400);

  const main = clientOf((await personOf("main-admin", "chef08")).token);
  const [site] = await sql<{ id: string }[]>`select id from main_page_sites where path = ${SITE}`;
  expect(
    (await main.from("main_page_sites").insert({ name: "Annan", description: "Annan", path: site?.id })).error,
  ).not.toBeNull();

  const strange = await sendPlain(product.url, { method: "GET", path: "/", headers: { host: "evil.example" } });
  expect([strange.status, JSON.stringify(strange.headers).includes("evil.example")]).toEqual([421, false]);

  const { email, accountId } = await newAccount();
  let { body } = await logIn(email, { from: "198.51.100.8" });
  for (let n = 0; n < (isWhole ? 120 : 3); n += 1)
    ({ body } = await callSignIn(product, "/token?grant_type=refresh_token", {
      body: { refresh_token: body["refresh_token"] },
      from: "198.51.100.8",
    }));
  const [kept] = await sql<{ tokens: number }[]>`
    select count(*)::int as tokens from auth.refresh_tokens where user_id = ${accountId}`;
  expect(kept?.tokens).toBeLessThanOrEqual(102);

  const { token } = await makeAccount(sql, "employee");
  const ask = (authorization: string) => callSignIn(product, "/user", { method: "GET", headers: { authorization } });
  expect([(await ask(`Bearer ${token}`)).status, (await ask(`Bearer ${token}=`)).status]).toEqual([200, 403]);
  const read = await clientOf(`${token}=`).from("properties").select("id");
  expect(read.status).toBe(401);
});

test("L: a picture of ten by ten points with a frame of 12 000 is no photo, by an upload or by a signed address", async () => {
  const { token, accountId } = await personOf("attendant", "vakt08");
  const photos = clientOf(token).storage.from("shift-images");
  const gif = Buffer.from("4749463839610a000a00800000000000ffffff2c00000000e02ee02e0002", "hex");
  const path = () => `${accountId}/${randomUUID()}.jpg`;
  for (const contentType of ["image/gif", "image/jpeg"]) {
    const plain = await photos.upload(path(), gif, { contentType });
    const { data } = await photos.createSignedUploadUrl(path());
    const signed = await photos.uploadToSignedUrl(data?.path ?? "", data?.token ?? "", gif, { contentType });
    for (const { error } of [plain, signed]) expect(error?.message).toMatch(/^GIF-bilder kan inte tas emot/);
  }
  expect(await sql`select from storage.objects where name like ${`${accountId}/%`}`).toHaveLength(0);
});

// The review after it.
test("an administrator of e-mail accounts gives the super admin no password and takes no factor away, and the main admin does", async () => {
  const other = await makeAccount(sql, "admin");
  const superAdmin = await makeAccount(sql, "admin", "superadmin@parkering.example");
  const main = await personOf("main-admin", "huvud09");
  const { accountId } = superAdmin;
  const calls = [
    { action: "set-password", accountId, password: `${PASSWORD}-annan` },
    { action: "remove-second-factor", accountId },
  ];
  const ask = (token: string) => Promise.all(calls.map((body) => invoke(clientOf(token), body)));
  expect(await ask(other.token)).toEqual([403, 403]);
  expect((await callSignIn(product, "/user", { method: "GET", token: superAdmin.token })).status).toBe(200);
  expect(await ask(main.token)).toEqual([200, 200]);
});

test("the parking that an offline fine brings is texts, and belongs to the parking that the fine names", async () => {
  const attendant = actorOf(clientOf((await personOf("attendant", "vakt09")).token), "vakt09");
  const id = randomUUID();
  const snapshotOf = async (parking_id: string | null, parking_snapshot: unknown) =>
    fineOf(await attendant.issue({ was_offline: true, parking_id, parking_snapshot }))["parking_snapshot"];
  const forged = { id, ref_number: { a: 1 }, start_time: [], created_at: 7, changes: "x", removed_by: "admin01" };
  expect(await snapshotOf(id, forged)).toEqual({
    id,
    ref_number: '{"a": 1}',
    start_time: "[]",
    created_at: "7",
    changes: [],
  });
  const seen = { id, ref_number: "ABC123", street: "Kajen", start_time: "2026-11-26T08:00:00.000Z", changes: [] };
  expect(await snapshotOf(id, seen)).toEqual(seen);
  for (const [parking, snapshot] of [
    [null, { ...seen, id: null }],
    [randomUUID(), seen],
    [id, { id }],
    [id, "x"],
    [id, [seen]],
  ] as const)
    expect(await snapshotOf(parking, snapshot)).toBeNull();
});
