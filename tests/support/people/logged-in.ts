// People of the profile hardened, each with a new login and its token, made without asking the sign-in service.
import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { Pool } from "pg";
import type { Sql } from "postgres";
import type { Role, SessionKind } from "#contract/states.ts";
import { inTransaction } from "#server/database/driver/connect.ts";
import { createStaffAccount } from "#server/identities/staff-accounts.ts";
import { insertAccount } from "#tests/support/rows/rows.ts";

/** Work of a password's hash in tests that do not measure it: a sixtieth of the product's own. */
export const LITTLE_WORK = 4;

export type LoggedIn = { accountId: string; token: string; sessionId: string };

/** A person who logs in with an ID. */
export type StaffMember = {
  kind: SessionKind;
  /** Code of the project; null for kinds that have no project, and for routes without a project. */
  project: string | null;
  userId: string;
  servesAll?: boolean;
  mustChangePassword?: boolean;
};

/**
 * Makes a person's account and logs the person in. The row in the list of the person's kind, which create-admin-user would make, is left
 * out.
 */
export async function makePerson(
  { sql, database }: { sql: Sql; database: Pool },
  person: StaffMember,
): Promise<LoggedIn> {
  const accountId = await inTransaction(database, (transaction) =>
    createStaffAccount(transaction, person, null, LITTLE_WORK),
  );
  if (accountId === null) throw new Error(`${person.kind} ${person.userId} is there already.`);
  return logIn(sql, accountId);
}

/** Makes an account with an e-mail address, with or without a role, and logs it in. */
export async function makeAccount(
  sql: Sql,
  role: Role | null,
  email = `${randomUUID()}@example.com`,
): Promise<LoggedIn> {
  const accountId = await insertAccount(sql, { email });
  await sql`update auth.users set email_confirmed_at = now() where id = ${accountId}`;
  if (role !== null) await sql`insert into public.user_roles (user_id, role) values (${accountId}, ${role})`;
  return logIn(sql, accountId);
}

/** Begins a login of an existing account. */
export async function logIn(sql: Sql, accountId: string): Promise<LoggedIn> {
  const sessionId = randomUUID();
  await sql`insert into auth.sessions (id, user_id, aal) values (${sessionId}, ${accountId}, 'aal1')`;
  const [secret] = await sql<{ value: string }[]>`select value from private.server_secrets where name = 'jwtSecret'`;
  if (secret === undefined) throw new Error("No server has made its secrets in this database yet.");
  const [account] = await sql<{ app_metadata: object | null }[]>`
    select raw_app_meta_data as app_metadata from auth.users where id = ${accountId}`;
  const told = { session_id: sessionId, aal: "aal1", is_anonymous: false, app_metadata: account?.app_metadata ?? {} };
  const token = await new SignJWT({ role: "authenticated", ...told })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(accountId)
    .setAudience("authenticated")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(secret.value));
  return { accountId, token, sessionId };
}
