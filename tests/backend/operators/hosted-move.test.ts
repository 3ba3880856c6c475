// People, passwords and second factors, moved by their rows to hosted Supabase's own layout (`auth` as the CLI's migrations leave it) and back.
// Runs in `npm run test:all` alone: operators' commands share no code with a screen.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { pino } from "pino";
import type { Sql } from "postgres";
import { afterAll, expect, test } from "vitest";
import { readMigrations } from "#server/database/migrations/project-files.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { startTestServer } from "#tests/support/server/server.ts";
import { codeOf, makeEmailAccount } from "#tests/support/people/sign-in.ts";

/** The program carries a dump of the schema; it is a package for this kind of machine alone. */
const CLI = "node_modules/@supabase/cli-linux-x64/bin/supabase";
const run = promisify(execFile);
const hasCli = existsSync(CLI);
const [EMAIL, PASSWORD] = ["maria@example.org", "Losen-7410"];
const profile = "hardened";

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const each of undo.toReversed()) await each();
});

/** The statements of the schema `auth`, without owners and rights, whose roles are hosted Supabase's. */
function authSchemaOfCli(): string {
  const program = readFileSync(CLI, "latin1");
  const from = program.indexOf("-- Dumped from database version");
  const dump = program.slice(from, program.indexOf("-- PostgreSQL database dump complete", from));
  return dump
    .split(/\n--\n(?=-- (?:Name|Data for Name): )/)
    .filter((part) => /^-- Name: .*; Type: (?!COMMENT|ACL|DEFAULT ACL|ROW SECURITY)[A-Z ]+; Schema: auth;/.test(part))
    .map((part) => part.replaceAll(/^(ALTER .* OWNER TO .*|GRANT .*|REVOKE .*);$/gm, ""))
    .join("\n");
}

/** The tables to move, each after the tables that its rows refer to. */
const TABLES = ["users", "identities", "sessions", "refresh_tokens", "mfa_factors", "mfa_amr_claims"];

/** Copies the rows by the columns that both have; a token's number is each database's own. */
async function moveRows(from: Sql, to: Sql): Promise<void> {
  for (const table of TABLES) {
    const columnsOf = async (sql: Sql) => {
      const rows = await sql<{ name: string }[]>`
        select column_name::text as name from information_schema.columns where table_schema = 'auth' and table_name = ${table}
          and is_generated = 'NEVER' and not (table_name = 'refresh_tokens' and column_name = 'id')`;
      return rows.map(({ name }) => name);
    };
    const known = new Set(await columnsOf(to));
    const list = (await columnsOf(from)).filter((name) => known.has(name)).join(", ");
    const [row] = await from.unsafe<{ rows: string }[]>(
      `select coalesce(jsonb_agg(t), '[]')::text as rows from (select ${list} from auth.${table}) t`,
    );
    await to.unsafe(
      `insert into auth.${table} (${list}) select ${list} from jsonb_populate_recordset(null::auth.${table}, $1::text::jsonb)`,
      [row?.rows ?? "[]"],
    );
  }
}

test.runIf(hasCli)("people, passwords and factors survive hosted Supabase's layout and the way back", async () => {
  const home = await startTestServer({ profile, rateLimits: "none" });
  undo.push(() => home.stop());
  await makeEmailAccount(home, EMAIL, PASSWORD);
  const { auth } = home.client();
  await auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
  const { data: factor } = await auth.mfa.enroll({ factorType: "totp" });
  if (factor === null) throw new Error("no factor");
  const { secret } = factor.totp;
  const proof = await auth.mfa.challengeAndVerify({ factorId: factor.id, code: await codeOf(secret) });
  expect(proof.error).toBeNull();

  const hosted = await createTestDatabase({ from: "bare" });
  undo.push(() => hosted.drop());
  await hosted.sql.unsafe(
    "create schema auth; create schema extensions; create extension pgcrypto with schema extensions",
  );
  await hosted.sql.unsafe(authSchemaOfCli());
  const log = pino({ level: "silent" });
  const { applied } = await prepareDatabase({ url: hosted.url, profile, seed: "never", log });
  expect(applied).toEqual(readMigrations().map(({ version }) => version));
  await moveRows(home.sql, hosted.sql);
  // The stored secret tells nobody the codes, and hosted Supabase nothing: a command gives the plain ones.
  const [stored] = await hosted.sql<{ secret: string }[]>`select secret from auth.mfa_factors`;
  expect(stored?.secret).not.toContain(secret);
  const env = { ...process.env, DATABASE_URL: home.databaseUrl };
  const { stdout } = await run(process.execPath, ["--import", "tsx", "server/commands/factor-secrets.ts"], { env });
  await hosted.sql.unsafe(stdout);
  // Hosted Supabase finds accounts of its one instance alone.
  await hosted.sql`update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'`;
  // The comparison is that of hosted Supabase's sign-in service: bcrypt by the one prefix that every version of it knows, and the factor's own secret.
  expect(
    await hosted.sql`
      select u.email, u.instance_id, left(u.encrypted_password, 4) as prefix, u.email_confirmed_at is not null as confirmed,
        extensions.crypt(${PASSWORD}, u.encrypted_password) = u.encrypted_password as password, i.provider,
        f.secret = ${secret} as secret, f.status::text, s.aal::text
      from auth.users u join auth.identities i on i.user_id = u.id
        join auth.mfa_factors f on f.user_id = u.id join auth.sessions s on s.user_id = u.id where u.email = ${EMAIL}`,
  ).toEqual([
    {
      email: EMAIL,
      instance_id: "00000000-0000-0000-0000-000000000000",
      prefix: "$2a$",
      confirmed: true,
      password: true,
      provider: "email",
      secret: true,
      status: "verified",
      aal: "aal2",
    },
  ]);

  const back = await startTestServer({ profile, rateLimits: "none" });
  undo.push(() => back.stop());
  await moveRows(hosted.sql, back.sql);
  const again = back.client().auth;
  expect((await again.signInWithPassword({ email: EMAIL, password: "Losen-7411" })).error?.code).toBe(
    "invalid_credentials",
  );
  expect((await again.signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull();
  expect((await again.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  // A code is good once: the next one.
  const code = await codeOf(secret, Date.now() + 30_000);
  expect((await again.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
});
