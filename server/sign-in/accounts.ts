// The statements on accounts: auth.users with their identities.
import type { Database } from "#server/database/connect.ts";
import sql, { type Sql, empty, raw } from "sql-template-tag";

export type Aal = "aal1" | "aal2" | "aal3";
/** How a login proved who it is, as the claim `amr` has it. */
export type Method = { method: string; timestamp: number };

/** An account as GoTrue tells of it; more fields pass through as the database gives them. */
export type User = {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string;
  app_metadata: object;
  user_metadata: object;
  created_at: string;
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

export type NewAccount = {
  email: string;
  /** Null for an account that nobody can log in to yet. */
  passwordHash: string | null;
  isConfirmed: boolean;
  appMetadata: object;
  userMetadata: object;
};

/** Makes an account with its identity and gives its id. Rejects with 23505 when the address is taken. */
export async function insertAccount(database: Database, account: NewAccount): Promise<string> {
  const { email, passwordHash, isConfirmed } = account;
  const app = JSON.stringify({ provider: "email", providers: ["email"], ...account.appMetadata });
  const { rows } = await database.query<{ id: string }>(sql`
    with made as (
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
        confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
      select new.id, 'authenticated', 'authenticated', ${email}, ${passwordHash}, case when ${isConfirmed} then now() end,
        ${app}::jsonb, ${JSON.stringify(account.userMetadata)}::jsonb, '', '', '', '', now(), now()
      from (select gen_random_uuid() as id) new
      returning id, email
    )
    insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
    select gen_random_uuid(), id, 'email', id::text,
      jsonb_build_object('sub', id, 'email', email, 'email_verified', ${isConfirmed}::boolean, 'phone_verified', false), now(), now(), now()
    from made returning user_id as id`);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("The account was not returned.");
  return id;
}

/** What a log-in is compared with; null when there is no such account. */
export async function findByEmail(database: Database, email: string) {
  const { rows } = await database.query<{
    id: string;
    hash: string | null;
    is_confirmed: boolean;
    is_banned: boolean;
  }>(sql`
    select id, encrypted_password as hash, confirmed_at is not null as is_confirmed,
      coalesce(banned_until > now(), false) as is_banned
    from auth.users where email = ${email} and is_sso_user = false and deleted_at is null`);
  return rows[0] ?? null;
}

export async function findUser(database: Database, id: string): Promise<User | null> {
  const { rows } = await database.query<{ found: User }>(
    sql`select ${USER} as found from auth.users u where u.id = ${id}::uuid and u.deleted_at is null`,
  );
  return rows[0]?.found ?? null;
}

export type AccountChanges = {
  email?: string;
  passwordHash?: string;
  isConfirmed?: boolean;
  appMetadata: object;
  userMetadata: object;
};

const set = (part: Sql | false) => part || empty;

/** Changes an account as an administrator; a new password ends its logins. Rejects with 23505 when the address is taken. */
export async function changeAccount(database: Database, id: string, changes: AccountChanges): Promise<void> {
  const { email, passwordHash, isConfirmed } = changes;
  await database.query(sql`
    update auth.users set updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(changes.userMetadata)}::jsonb,
      raw_app_meta_data = jsonb_strip_nulls(coalesce(raw_app_meta_data, '{}') || ${JSON.stringify(changes.appMetadata)}::jsonb)
      ${set(email !== undefined && sql`, email = ${email}`)}
      ${set(passwordHash !== undefined && sql`, encrypted_password = ${passwordHash}`)}
      ${set(isConfirmed === true && sql`, email_confirmed_at = coalesce(email_confirmed_at, now())`)}
    where id = ${id}::uuid`);
  if (email !== undefined)
    await database.query(sql`
      update auth.identities set identity_data = identity_data || jsonb_build_object('email', ${email}::text), updated_at = now()
      where user_id = ${id}::uuid and provider = 'email'`);
  if (passwordHash !== undefined) await database.query(sql`delete from auth.sessions where user_id = ${id}::uuid`);
}
