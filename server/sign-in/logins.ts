// The statements on logins (auth.sessions with their refresh tokens), and their access tokens with the claims that GoTrue's have, signed with
// the server's secret. A change of a login locks its row first, so that two tabs and two servers take turns.
//
// Tokens are dated by this process's clock, by which the table API, the live feed and the storage read them. The end of a login is decided
// by the database, by its own clock (private.is_login_alive).
import { randomBytes } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import { SignJWT } from "jose";
import { type Database, type DatabasePool, inTransaction } from "#server/database/driver/connect.ts";
import { Refusal } from "#server/http/refusal.ts";
import { type AccountRules, USER, type User } from "./accounts.ts";
import { type Credentials, TokenError, bearerOf, identityOfToken } from "#server/callers/identity.ts";

/** Address and program from which somebody logs in or goes on, for the list of their logins. */
export type Device = { address: string | null; userAgent: string | null };

/** The account and login of the caller, as they are now. */
export type Caller = {
  accountId: string;
  sessionId: string;
  aal: string;
  user: User;
  passwordHash: string | null;
  /** Whether another person chose the password. */
  mustChoosePassword: boolean;
  hasFactor: boolean;
  /** Whether the account has a second factor, or must have one, and the login has not shown it. */
  mustShowFactor: boolean;
  /** Whether the login showed its password or a code within the last 15 minutes. */
  hasJustProved: boolean;
};

/** Proofs of a login `s`, the latest first. A login that is older than the table of proofs counts as a login by password. */
const METHODS = raw(`
  coalesce((select jsonb_agg(jsonb_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at)))
      order by a.updated_at desc, a.authentication_method)
    from auth.mfa_amr_claims a where a.session_id = s.id),
    jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from s.created_at)))))`);

/** Columns of a login `s` of an account `u`, without its refresh token. */
const LOGIN = sql`
  s.id as "sessionId", coalesce(s.aal::text, 'aal1') as aal, ${METHODS} as methods, ${USER} as "user"`;

/** The newest refresh token of a login `s`. */
const ACTIVE = raw(`(
  select t.token from auth.refresh_tokens t where t.session_id = s.id and not coalesce(t.revoked, false)
  order by t.created_at desc, t.token limit 1)`);

const ENDS_AT = raw("private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after)");

export const sessionNotFound = () =>
  new Refusal(403, "session_not_found", "Session from session_id claim in JWT does not exist");
export const wrongCredentials = () => new Refusal(400, "invalid_credentials", "Invalid login credentials");
export const banned = () => new Refusal(400, "user_banned", "User is banned");
const refused = (code: string, why: string) => new Refusal(400, code, `Invalid Refresh Token: ${why}`);

/** A refresh token: 192 random bits. */
const newRefreshToken = (): string => randomBytes(24).toString("base64url");

/**
 * Begins a login of an account and forgets its logins that ended long ago. A demand of a second factor that was announced may hold from
 * then on. Throws a Refusal when the account is no more.
 */
export async function beginLogin(
  database: Database,
  accountId: string,
  device: Device,
  { addresses, hours }: AccountRules["shortLogins"],
): Promise<Login> {
  // Before the login begins: a demand that begins ends the logins of its kind without a second factor.
  await database.query(sql`select private.begin_due_demands(), private.note_default_demand(${accountId}::uuid)`);
  const { rows } = await database.query<Login>(sql`
    with old as (
      delete from auth.sessions s using auth.users u
      where s.user_id = ${accountId}::uuid and u.id = s.user_id and ${ENDS_AT} < now() - interval '7 days'
    ), u as (
      update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${accountId}::uuid returning *
    ), s as (
      insert into auth.sessions (id, user_id, aal, created_at, updated_at, not_after, user_agent, ip)
      select gen_random_uuid(), u.id, 'aal1', now(), now(),
        case when u.email ~* ${addresses} then now() + make_interval(hours => ${hours}::integer) end,
        ${device.userAgent}, ${device.address}::inet
      from u returning *
    ), given as (
      insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
      select ${newRefreshToken()}, s.user_id, s.id, false, now(), now() from s returning token
    ), proved as (
      insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
      select gen_random_uuid(), s.id, 'password', now(), now() from s
    )
    select ${LOGIN}, given.token as "refreshToken" from s join u on u.id = s.user_id, given`);
  const [login] = rows;
  if (!login) throw wrongCredentials();
  await endOldest(database, accountId, login.sessionId);
  return login;
}

/** Ends the oldest logins of an account with too many. `sessionId` has just begun or was just raised. */
export async function endOldest(database: Database, accountId: string, sessionId: string): Promise<void> {
  await database.query(sql`select private.end_oldest_logins(${accountId}::uuid, ${sessionId}::uuid)`);
}

/** Finds the caller's account and login. Throws a Refusal when either is no more. */
export async function findCaller(database: Database, { accountId, sessionId }: Claims): Promise<Caller> {
  const { rows } = await database.query<Caller>(sql`
    select u.id as "accountId", s.id as "sessionId", coalesce(s.aal::text, 'aal1') as aal, ${USER} as "user",
      u.encrypted_password as "passwordHash", private.must_choose_password(u.id) as "mustChoosePassword",
      f.has as "hasFactor", coalesce(s.aal::text, 'aal1') = 'aal1' and (f.has or exists (
        select from private.settings p where private.factor_kind(u.id) = any (p.require_second_factor))) as "mustShowFactor",
      coalesce((select max(a.updated_at) from auth.mfa_amr_claims a where a.session_id = s.id), s.created_at)
        > now() - interval '15 minutes' as "hasJustProved"
    from auth.sessions s join auth.users u on u.id = s.user_id
      cross join lateral (select exists (
        select from auth.mfa_factors m where m.user_id = u.id and m.status = 'verified') as has) f
    where s.id = ${sessionId}::uuid and u.id = ${accountId}::uuid and u.deleted_at is null and ${ENDS_AT} > now()`);
  if (!rows[0]) throw sessionNotFound();
  return rows[0];
}

/**
 * Renews a login. The token before the active token is answered with the active token, since its answer may have been lost and two tabs ask
 * at once. An older token was stolen or copied, and ends the login. Throws a Refusal.
 */
export async function renewLogin(pool: DatabasePool, token: string, device: Device): Promise<Login> {
  const outcome = await inTransaction(pool, (database) => renew(database, token, device));
  // The refusal is thrown outside of the transaction, since the end of the login must stay.
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

async function renew(database: Database, token: string, device: Device): Promise<Login | Refusal> {
  const locked = await database.query<{ id: string }>(sql`
    select s.id from auth.sessions s
    where s.id = (select t.session_id from auth.refresh_tokens t where t.token = ${token}) for update`);
  const id = locked.rows[0]?.id;
  if (id === undefined) return refused("refresh_token_not_found", "Refresh Token Not Found");
  const { rows } = await database.query<{ state: string }>(sql`
    select case
        when not coalesce(${ENDS_AT} > now(), false) then 'ended'
        when u.banned_until > now() or u.deleted_at is not null then 'banned'
        when given.token = active.token then 'active'
        when given.token = active.parent then 'before'
        else 'older'
      end as state
    from auth.sessions s join auth.users u on u.id = s.user_id
      join auth.refresh_tokens given on given.token = ${token}
      left join auth.refresh_tokens active on active.token = ${ACTIVE}
    where s.id = ${id}::uuid`);
  const state = rows[0]?.state;
  if (state === "banned") return banned();
  if (state === "active") await rotate(database, id, token, device);
  if (state === "active" || state === "before") return readLogin(database, id);
  await database.query(sql`delete from auth.sessions where id = ${id}::uuid`);
  return state === "ended"
    ? refused("session_expired", "Session Expired")
    : refused("refresh_token_already_used", "Already Used");
}

/** Most spent tokens of a login that are kept: an older token is unknown, and as useless to a person who copied it. */
const SPENT_KEPT = 100;

/** Replaces the active token by a new one. */
async function rotate(database: Database, sessionId: string, active: string, device: Device): Promise<void> {
  await database.query(sql`
    with spent as (
      update auth.refresh_tokens set revoked = true, updated_at = now()
      where session_id = ${sessionId}::uuid and not coalesce(revoked, false)
      returning token, user_id, session_id
    ), forgotten as (
      delete from auth.refresh_tokens where token in (
        select t.token from auth.refresh_tokens t where t.session_id = ${sessionId}::uuid and t.revoked
        order by t.created_at desc, t.token offset ${SPENT_KEPT})
    ), used as (
      update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now(),
        user_agent = coalesce(${device.userAgent}, user_agent), ip = coalesce(${device.address}::inet, ip)
      where id = ${sessionId}::uuid
    )
    insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
    select ${newRefreshToken()}, user_id, session_id, token, false, now(), now() from spent where token = ${active}`);
}

/** Reads a login. Throws a Refusal when it is no more. */
export async function readLogin(database: Database, sessionId: string): Promise<Login> {
  const { rows } = await database.query<Login>(sql`
    select ${LOGIN}, ${ACTIVE} as "refreshToken"
    from auth.sessions s join auth.users u on u.id = s.user_id where s.id = ${sessionId}::uuid`);
  if (!rows[0]) throw sessionNotFound();
  return rows[0];
}

/** Logins of an account that end: all of them, this login, or the others. */
export const SCOPES = ["global", "local", "others"] as const;
type Scope = (typeof SCOPES)[number];

/** Ends logins of an account. */
export async function endLogins(database: Database, { accountId, sessionId }: Claims, scope: Scope): Promise<void> {
  await database.query(sql`
    delete from auth.sessions where user_id = ${accountId}::uuid
      and case ${scope}::text when 'local' then id = ${sessionId}::uuid when 'others' then id <> ${sessionId}::uuid else true end`);
}

/** Notes that a login has shown its password again. */
export async function notePassword(database: Database, sessionId: string): Promise<void> {
  await database.query(sql`
    update auth.mfa_amr_claims set updated_at = now() where session_id = ${sessionId}::uuid and authentication_method = 'password'`);
}

const LIFETIME_SECONDS = 3600;

/**
 * Seconds that a token is dated back, and seconds for which an ended token is still taken: the clocks of two servers differ, or a clock is
 * set back. PostgREST has as much patience.
 */
const CLOCK_PATIENCE = 30;

/** A login as a client is told of it; `methods` are its proofs, as the claim `amr` has them. */
export type Login = { sessionId: string; refreshToken: string; aal: string; methods: object[]; user: User };

/** Account and login of a request's token. */
type Claims = { accountId: string; sessionId: string };

/** Answer that a client keeps as its login; `issuer` is the address of the sign-in service. */
export async function loginAnswer(login: Login, issuer: string, { signingKeys }: Credentials): Promise<object> {
  const { sessionId, refreshToken, aal, methods, user } = login;
  const { id: sub, aud, email, phone, role, app_metadata, user_metadata } = user;
  const now = Math.floor(Date.now() / 1000);
  const dated = { iat: now - CLOCK_PATIENCE, exp: now + LIFETIME_SECONDS };
  const person = { sub, aud, email, phone, role, app_metadata, user_metadata, is_anonymous: false };
  const token = await new SignJWT({ iss: issuer, ...dated, ...person, aal, amr: methods, session_id: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(signingKeys[0]));
  // Without the server's `expires_at` the client counts `expires_in` from its own clock: with a wrong clock it would renew before every
  // call.
  return { access_token: token, token_type: "bearer", expires_in: LIFETIME_SECONDS, refresh_token: refreshToken, user };
}

/** Reads the account and login of a token. Throws a Refusal for a token that is not ours, is over, or belongs to no login. */
export function readClaims(authorization: string | undefined, credentials: Credentials): Claims {
  const token = bearerOf(authorization);
  if (token === null) throw new Refusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
  try {
    const { account, login } = identityOfToken(token, credentials, Date.now() - CLOCK_PATIENCE * 1000);
    if (account !== null && login !== null) return { accountId: account, sessionId: login };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
  }
  throw new Refusal(403, "bad_jwt", "invalid JWT: it is malformed, signed by another, over, or of no login");
}
