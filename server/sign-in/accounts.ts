// The statements on accounts (auth.users with their identities), and the rules that a product hands to the sign-in service.
import sql, { empty, raw } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { Refusal } from "#server/http/refusal.ts";

/** An account as GoTrue tells of it; more fields pass through as the database gives them. */
export type User = Record<"id" | "aud" | "role" | "email" | "phone", string> &
  Record<"app_metadata" | "user_metadata", object> & {
    email_confirmed_at: string | null;
    factors?: { status: string }[];
  };

/** A row `u` of auth.users as GoTrue tells of it: no password, no secret of a factor. */
export const USER = raw(`
  jsonb_build_object('id', u.id, 'aud', coalesce(u.aud, 'authenticated'), 'role', coalesce(u.role, 'authenticated'),
    'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''), 'email_confirmed_at', u.email_confirmed_at,
    'confirmed_at', u.confirmed_at, 'last_sign_in_at', u.last_sign_in_at, 'created_at', u.created_at, 'updated_at', u.updated_at,
    'is_anonymous', u.is_anonymous, 'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
    'identities', coalesce((select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
      'updated_at', i.updated_at) order by i.created_at) from auth.identities i where i.user_id = u.id), '[]'))
  || coalesce((select jsonb_build_object('factors', jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', coalesce(f.friendly_name, ''),
      'factor_type', f.factor_type, 'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at,
      'last_challenged_at', f.last_challenged_at) order by f.created_at))
    from auth.mfa_factors f where f.user_id = u.id having count(*) > 0), '{}')`);

/** Width of the column of auth.users. */
const EMAIL_MAX = 255;
const EMAIL = /^[^\s@"(),:;<>[\\\]\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

/** A mail address as accounts have it: without blanks around it, in small letters. Throws a Refusal when the text is no mail address. */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > EMAIL_MAX || !EMAIL.test(email))
    throw new Refusal(400, "validation_failed", "Unable to validate email address: invalid format");
  return email;
}

export const reserved = () => new Refusal(422, "email_address_not_authorized", "This address is reserved.");

/** Fields of a new account. With null for a password nobody can log in to the account yet. */
export type AccountFields = {
  email: string;
  passwordHash: string | null;
  email_confirm: boolean;
  app_metadata: object;
  user_metadata: object;
};

/** Makes an account with its identity and gives its id. Rejects with 23505 when the address is taken. */
export async function insertAccount(database: Database, fields: AccountFields): Promise<string> {
  const { email, passwordHash, email_confirm: isConfirmed, user_metadata: user } = fields;
  const app = { provider: "email", providers: ["email"], ...fields.app_metadata };
  const { rows } = await database.query<{ id: string }>(sql`
    with made as (
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
        confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${passwordHash}, case when ${isConfirmed} then now() end,
        ${JSON.stringify(app)}::jsonb, ${JSON.stringify(user)}::jsonb, '', '', '', '', now(), now())
      returning id, email
    )
    insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
    select gen_random_uuid(), id, 'email', id::text,
      jsonb_build_object('sub', id, 'email', email, 'email_verified', ${isConfirmed}::boolean, 'phone_verified', false), now(), now(), now()
    from made returning user_id as id`);
  if (!rows[0]) throw new Error("The account was not returned.");
  return rows[0].id;
}

type Known = { id: string; hash: string | null; isConfirmed: boolean; isBanned: boolean };

/** Facts that a log-in is compared with; null when there is no such account. */
export async function findByEmail(database: Database, email: string) {
  const { rows } = await database.query<Known>(sql`
    select id, encrypted_password as hash, confirmed_at is not null as "isConfirmed",
      coalesce(banned_until > now(), false) as "isBanned"
    from auth.users where email = ${email} and is_sso_user = false and deleted_at is null`);
  return rows[0] ?? null;
}

/** The account with an id. Throws a Refusal when there is none. */
export async function findUser(database: Database, id: string): Promise<User> {
  const { rows } = await database.query<{ found: User }>(sql`
    select ${USER} as found from auth.users u where u.id = ${id}::uuid and u.deleted_at is null`);
  if (!rows[0]) throw new Refusal(404, "user_not_found", "User not found");
  return rows[0].found;
}

type Changes = Omit<AccountFields, "email"> & { email: string | null };

/**
 * Changes an account as an administrator: null and false leave a value unchanged, metadata are put over the present ones, and a new
 * password ends the logins. Rejects with 23505 when the address is taken.
 */
export async function changeAccount(database: Database, id: string, changes: Changes): Promise<void> {
  const { email, passwordHash, ...fields } = changes;
  await database.query(sql`
    update auth.users set updated_at = now(), encrypted_password = coalesce(${passwordHash}, encrypted_password),
      email_confirmed_at = case when ${fields.email_confirm} then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(fields.user_metadata)}::jsonb,
      raw_app_meta_data = jsonb_strip_nulls(coalesce(raw_app_meta_data, '{}') || ${JSON.stringify(fields.app_metadata)}::jsonb)
      ${email === null ? empty : sql`, email = ${email}`}
    where id = ${id}::uuid`);
  if (email !== null)
    await database.query(sql`
      update auth.identities set identity_data = identity_data || jsonb_build_object('email', ${email}::text), updated_at = now()
      where user_id = ${id}::uuid and provider = 'email'`);
  if (fields.email_confirm) {
    await database.query(sql`
      update auth.users set raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
      where id = ${id}::uuid and raw_user_meta_data ? 'email_verified'`);
    await database.query(sql`
      update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
      where user_id = ${id}::uuid and provider = 'email'`);
  }
  if (passwordHash !== null) await database.query(sql`delete from auth.sessions where user_id = ${id}::uuid`);
}

/** The rules that a product hands to the sign-in service. */
export type AccountRules = {
  /** Whether the server alone gives such addresses, in any spelling. */
  isReserved: (email: string) => boolean;
  /** Whether the address is that of an account which nobody may make by signing up. */
  isProtected: (email: string) => boolean;
  /** Logins that end a number of hours after they began: those of accounts whose addresses match this PostgreSQL pattern. */
  shortLogins: { addresses: string; hours: number };
  /** Whether a password is the ID of the account with this address. */
  isOwnId: (password: string, email: string) => boolean;
  /** Reads names from the database that a guess would begin with. */
  readNames: (database: Database) => Promise<string[]>;
  /** Words of easy passwords, the most likely first. */
  words: readonly string[];
};
