// The statements on logins: auth.sessions with their refresh tokens. A login's row is locked before anything else of it, by whoever
// changes it, so that two tabs and two servers take turns.
import sql, { raw } from "sql-template-tag";
import { type Database, type DatabasePool, inTransaction } from "#server/database/connect.ts";
import { type Aal, type Method, USER, type User } from "./accounts.ts";
import { Refusal, sessionNotFound } from "./refusals.ts";
import { type Claims, type Login, newRefreshToken } from "./tokens.ts";

/** From where somebody logs in or goes on, for the list of their logins. */
export type Device = { address: string | null; userAgent: string | null };

/** How a login `s` proved who it is, the latest first; one of before this server kept it has its password. */
const METHODS = raw(`
  coalesce((select jsonb_agg(jsonb_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at)))
      order by a.updated_at desc, a.authentication_method)
    from auth.mfa_amr_claims a where a.session_id = s.id),
    jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from s.created_at)))))`);

const ENDS_AT = raw("private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after)");

/** Begins a login of an account and forgets those of it that ended long ago. */
export async function beginLogin(database: Database, accountId: string, device: Device): Promise<Login> {
  const refreshToken = newRefreshToken();
  const { rows } = await database.query<{ session_id: string; methods: Method[]; found: User }>(sql`
    with old as (
      delete from auth.sessions s using auth.users u
      where s.user_id = ${accountId}::uuid and u.id = s.user_id and ${ENDS_AT} < now() - interval '7 days'
    ), u as (
      update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${accountId}::uuid returning *
    ), s as (
      insert into auth.sessions (id, user_id, aal, created_at, updated_at, not_after, user_agent, ip)
      select gen_random_uuid(), u.id, 'aal1', now(), now(),
        case when u.email ~* '@.+\\.konto\\.parkering\\.example$' then now() + interval '8 hours' end,
        ${device.userAgent}, ${device.address}::inet
      from u returning *
    ), given as (
      insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
      select ${refreshToken}, s.user_id, s.id, false, now(), now() from s
    ), proved as (
      insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
      select gen_random_uuid(), s.id, 'password', now(), now() from s
    )
    select s.id as session_id, ${METHODS} as methods, ${USER} as found from s join u on u.id = s.user_id`);
  const row = rows[0];
  // Somebody removed the account in between.
  if (!row) throw new Refusal(400, "invalid_credentials", "Invalid login credentials");
  return { sessionId: row.session_id, refreshToken, aal: "aal1", methods: row.methods, user: row.found };
}

/** The caller's account and login as they are now. */
export type Caller = {
  accountId: string;
  sessionId: string;
  aal: Aal;
  user: User;
  passwordHash: string | null;
  /** Another person chose the password. */
  mustChoosePassword: boolean;
  hasFactor: boolean;
};

/** Who calls. Throws a Refusal when the account or the login is no more. */
export async function findCaller(database: Database, { accountId, sessionId }: Claims): Promise<Caller> {
  const { rows } = await database.query<{
    found: User;
    hash: string | null;
    aal: Aal | null;
    must: boolean;
    has_factor: boolean;
    is_alive: boolean;
  }>(sql`
    select ${USER} as found, u.encrypted_password as hash, s.aal::text as aal, private.must_choose_password(u.id) as must,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_factor,
      s.id is not null and ${ENDS_AT} > now() as is_alive
    from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = ${sessionId}::uuid
    where u.id = ${accountId}::uuid and u.deleted_at is null`);
  const row = rows[0];
  if (!row) throw new Refusal(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (!row.is_alive) throw sessionNotFound();
  return {
    accountId,
    sessionId,
    aal: row.aal ?? "aal1",
    user: row.found,
    passwordHash: row.hash,
    mustChoosePassword: row.must,
    hasFactor: row.has_factor,
  };
}

/**
 * Renews a login. The token before the active one is answered with the active one, since its answer may have been lost and two tabs
 * ask at once; one that is older was stolen or copied, and ends the login. Throws a Refusal.
 */
export async function renewLogin(pool: DatabasePool, token: string, device: Device): Promise<Login> {
  const outcome = await inTransaction(pool, (database) => renew(database, token, device));
  // Thrown here, since what ended must stay so.
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

async function renew(database: Database, token: string, device: Device): Promise<Login | Refusal> {
  const locked = await database.query<{ id: string }>(sql`
    select s.id from auth.sessions s
    where s.id = (select t.session_id from auth.refresh_tokens t where t.token = ${token}) for update`);
  const sessionId = locked.rows[0]?.id;
  if (sessionId === undefined) return notFound();
  const { rows } = await database.query<{ state: string; active: string }>(sql`
    select case
        when not coalesce(${ENDS_AT} > now(), false) then 'ended'
        when u.banned_until > now() or u.deleted_at is not null then 'banned'
        when given.token = active.token then 'active'
        when given.token = active.parent then 'before'
        else 'older'
      end as state, active.token as active
    from auth.sessions s join auth.users u on u.id = s.user_id
      join auth.refresh_tokens given on given.token = ${token}
      left join lateral (
        select t.token, t.parent from auth.refresh_tokens t where t.session_id = s.id and not coalesce(t.revoked, false)
        order by t.created_at desc, t.token limit 1
      ) active on true
    where s.id = ${sessionId}::uuid`);
  const { state = "gone", active = "" } = rows[0] ?? {};
  if (state === "gone") return notFound();
  if (state === "banned") return new Refusal(400, "user_banned", "User is banned");
  if (state === "ended" || state === "older") {
    await database.query(sql`delete from auth.sessions where id = ${sessionId}::uuid`);
    return state === "ended"
      ? new Refusal(400, "session_expired", "Invalid Refresh Token: Session Expired")
      : new Refusal(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
  }
  const refreshToken = state === "active" ? await rotate(database, sessionId, active, device) : active;
  return readLogin(database, sessionId, refreshToken);
}

const notFound = () => new Refusal(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");

/** Puts a new token into the place of the active one. */
async function rotate(database: Database, sessionId: string, active: string, device: Device): Promise<string> {
  const next = newRefreshToken();
  await database.query(sql`
    with spent as (
      update auth.refresh_tokens set revoked = true, updated_at = now()
      where session_id = ${sessionId}::uuid and not coalesce(revoked, false)
      returning token, user_id, session_id
    ), used as (
      update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now(),
        user_agent = coalesce(${device.userAgent}, user_agent), ip = coalesce(${device.address}::inet, ip)
      where id = ${sessionId}::uuid
    )
    insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
    select ${next}, user_id, session_id, token, false, now(), now() from spent where token = ${active}`);
  return next;
}

/** A login as it is told; `refreshToken` is its active one when left out. Throws a Refusal when it is no more. */
export async function readLogin(database: Database, sessionId: string, refreshToken?: string): Promise<Login> {
  const { rows } = await database.query<{ aal: Aal | null; methods: Method[]; found: User; active: string }>(sql`
    select s.aal::text as aal, ${METHODS} as methods, ${USER} as found, (
        select t.token from auth.refresh_tokens t where t.session_id = s.id and not coalesce(t.revoked, false)
        order by t.created_at desc, t.token limit 1
      ) as active
    from auth.sessions s join auth.users u on u.id = s.user_id where s.id = ${sessionId}::uuid`);
  const row = rows[0];
  if (!row) throw sessionNotFound();
  return {
    sessionId,
    refreshToken: refreshToken ?? row.active,
    aal: row.aal ?? "aal1",
    methods: row.methods,
    user: row.found,
  };
}

/** Ends logins of an account: this one, the others, or all of them. */
export async function endLogins(
  database: Database,
  { accountId, sessionId }: Claims,
  scope: "global" | "local" | "others",
): Promise<void> {
  const which = {
    global: sql`true`,
    local: sql`id = ${sessionId}::uuid`,
    others: sql`id <> ${sessionId}::uuid`,
  }[scope];
  await database.query(sql`delete from auth.sessions where user_id = ${accountId}::uuid and ${which}`);
}
