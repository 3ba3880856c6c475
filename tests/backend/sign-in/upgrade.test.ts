// A database that began with the tables of @supabase/lite, people logged in, goes on with the sign-in service of our own.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { SignJWT } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeLeftoverTables } from "#server/backup/leftover-tables.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { callSignIn } from "#tests/support/people/sign-in.ts";

const FIXTURE = "tests/fixtures/auth-schema-of-lite.sql";
const PEOPLE = { bcryptjs: "$2b$", pgcrypto: "$2a$" };

let database: TestDatabase;
let server: TestServer;
const accounts = {} as Record<string, { id: string; email: string; sessionId: string }>;
const tokens = { older: randomUUID(), before: randomUUID(), active: randomUUID() };
beforeAll(async () => {
  database = await createTestDatabase({ from: "bare" });
  const { sql } = database;
  await sql.unsafe(readFileSync(FIXTURE, "utf8"));
  await sql.unsafe("create schema extensions; create extension pgcrypto with schema extensions");
  for (const [name, prefix] of Object.entries(PEOPLE)) {
    const account = { id: randomUUID(), email: `${name}@example.com`, sessionId: randomUUID() };
    accounts[name] = account;
    // Both libraries' hashes are the same but for these letters.
    await sql`
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (${account.id}, ${account.email}, ${prefix} || substr(extensions.crypt('Gammal-7410', extensions.gen_salt('bf', 10)), 5), now(),
        '{"provider":"email","providers":["email"]}', '{}')`;
    await sql`insert into auth.sessions (id, user_id, aal, created_at) values (${account.sessionId}, ${account.id}, 'aal1', now() - interval '2 days')`;
    await sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (${randomUUID()}, 'email', ${account.id}, ${account.id}, ${sql.json({ sub: account.id, email: account.email })})`;
  }
  const login = accounts["bcryptjs"];
  if (!login) throw new Error("nobody");
  for (const [token, parent, revoked, minutes] of [
    [tokens.older, null, true, 180],
    [tokens.before, tokens.older, true, 120],
    [tokens.active, tokens.before, false, 60],
  ] as const)
    await sql`
      insert into auth.refresh_tokens (id, token, user_id, session_id, parent, revoked, created_at)
      values (${randomUUID()}, ${token}, ${login.id}, ${login.sessionId}, ${parent}, ${revoked}, now() - make_interval(mins => ${minutes}))`;
  const log = pino({ level: "silent" });
  await prepareDatabase({ url: database.url, profile: "hardened", seed: "never", log });
  // A second start changes nothing.
  await prepareDatabase({ url: database.url, profile: "hardened", seed: "never", log });
  await removeLeftoverTables({ url: database.url, dataDir: "", log });
  server = await startTestServer({ databaseUrl: database.url, profile: "hardened" });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

test("an access token of before is good until it ends", async () => {
  const [secret] = await database.sql<{ value: string }[]>`
    select value from private.server_secrets where name = 'jwtSecret'`;
  const account = accounts["bcryptjs"];
  const token = await new SignJWT({
    role: "authenticated",
    email: account?.email,
    session_id: account?.sessionId,
    iss: `${server.url}/auth/v1`,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {},
    aal: "aal1",
    amr: [{ method: "password", timestamp: 1_790_000_000 }],
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(account?.id ?? "")
    .setAudience("authenticated")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(secret?.value));
  const answer = await callSignIn(server, "/user", { method: "GET", token });
  expect([answer.status, answer.body["email"]]).toEqual([200, account?.email]);
  const { data } = await server.client({ accessToken: token }).rpc("get_login_step");
  expect(data).toBe("nothing");
});

const renew = (refresh_token: string) =>
  callSignIn(server, "/token?grant_type=refresh_token", { body: { refresh_token } });

test("a login of before is renewed, by the active token and by the one before it", async () => {
  const lost = await renew(tokens.before);
  expect([lost.status, lost.body["refresh_token"]]).toEqual([200, tokens.active]);
  const next = await renew(tokens.active);
  expect(next.status).toBe(200);
  expect((await renew(String(next.body["refresh_token"]))).status).toBe(200);
  expect((await renew(tokens.older)).body["error_code"]).toBe("refresh_token_already_used");
});

test.each(Object.keys(PEOPLE))("a password that %s hashed is taken", async (name) => {
  const { data, error } = await server
    .client()
    .auth.signInWithPassword({ email: accounts[name]?.email ?? "", password: "Gammal-7410" });
  expect([error, data.user?.id, data.user?.identities?.[0]?.provider]).toEqual([null, accounts[name]?.id, "email"]);
});

const columns = ({ sql }: TestDatabase) => sql`
  select table_name, column_name, data_type, udt_name, is_nullable from information_schema.columns
  where table_schema = 'auth' order by table_name, column_name`;

test("the tables have the columns of a database that begins today", async () => {
  const fresh = await createTestDatabase();
  expect(await columns(database)).toEqual(await columns(fresh));
  await fresh.drop();
});
