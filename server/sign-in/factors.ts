// The statements on second factors: auth.mfa_factors and auth.mfa_challenges.
import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import sql from "sql-template-tag";
import type { Database } from "#server/database/connect.ts";
import type { Caller, Device } from "./logins.ts";
import { Refusal } from "./refusals.ts";

/** Several phones, and some that were never finished. */
const MAX_FACTORS = 10;
const CHALLENGE_SECONDS = 300;
/** A code of the period before or after is taken, since clocks of phones differ. */
const WINDOW = 1;
const PERIOD_SECONDS = 30;

export const factorNotFound = () => new Refusal(404, "mfa_factor_not_found", "Factor not found");
const challengeExpired = () =>
  new Refusal(422, "mfa_challenge_expired", "MFA challenge has expired, create a new challenge.");
const wrongCode = () => new Refusal(422, "mfa_verification_failed", "Invalid TOTP code entered");

type NewFactor = { id: string; name: string; uri: string; secret: string };

/** Makes a factor that counts once it is verified. Throws a Refusal. */
export async function enrol(
  database: Database,
  caller: Caller,
  { name, issuer }: { name: string; issuer: string },
): Promise<NewFactor> {
  if (caller.hasFactor && caller.aal === "aal1")
    throw new Refusal(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  await database.query(sql`
    delete from auth.mfa_factors
    where user_id = ${caller.accountId}::uuid and status = 'unverified' and created_at < now() - interval '1 hour'`);
  const { rows } = await database.query<{ count: number; has_name: boolean }>(sql`
    select count(*)::int as count, coalesce(bool_or(friendly_name = ${name} and ${name} <> ''), false) as has_name
    from auth.mfa_factors where user_id = ${caller.accountId}::uuid`);
  if (rows[0]?.has_name)
    throw new Refusal(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  if ((rows[0]?.count ?? 0) >= MAX_FACTORS)
    throw new Refusal(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  const id = randomUUID();
  const key = totpOf(new Secret({ size: 20 }).base32, { issuer, label: caller.user.email });
  await database.query(sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (${id}::uuid, ${caller.accountId}::uuid, ${name}, 'totp', 'unverified', ${key.secret.base32}, now(), now())`);
  return { id, name, uri: key.toString(), secret: key.secret.base32 };
}

const totpOf = (secret: string, { issuer = "", label = "" } = {}) =>
  new TOTP({ issuer, label, secret, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });

/** Opens a challenge of a factor of the caller. Throws a Refusal when there is no such factor. */
export async function challenge(database: Database, caller: Caller, factorId: string, { address }: Device) {
  const { rows } = await database.query<{ id: string; expires_at: number }>(sql`
    with old as (
      delete from auth.mfa_challenges where factor_id = ${factorId}::uuid and created_at < now() - interval '1 hour'
    ), factor as (
      update auth.mfa_factors set last_challenged_at = now()
      where id = ${factorId}::uuid and user_id = ${caller.accountId}::uuid and factor_type = 'totp' returning id
    )
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
    select gen_random_uuid(), id, now(), coalesce(${address}::inet, '127.0.0.1') from factor
    returning id, (extract(epoch from created_at)::bigint + ${CHALLENGE_SECONDS})::int as expires_at`);
  const row = rows[0];
  if (!row) throw factorNotFound();
  return { id: row.id, type: "totp", expires_at: row.expires_at };
}

/**
 * Takes a code for a challenge and raises the caller's login. Call it in a transaction. A code is taken once: the step of time that it
 * belongs to is kept with its challenge. Throws a Refusal.
 */
export async function verify(
  database: Database,
  caller: Caller,
  { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
): Promise<void> {
  await lockAccount(database, caller.accountId);
  const found = await database.query<{ secret: string | null; status: string; now: string }>(sql`
    select secret, status, floor(extract(epoch from clock_timestamp()))::text as now from auth.mfa_factors
    where id = ${factorId}::uuid and user_id = ${caller.accountId}::uuid and factor_type = 'totp' for update`);
  const factor = found.rows[0];
  if (!factor?.secret) throw factorNotFound();
  // A login that has not shown the second factor cannot bring one of its own.
  if (factor.status === "unverified" && caller.hasFactor && caller.aal === "aal1")
    throw new Refusal(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  const open = await database.query(sql`
    select from auth.mfa_challenges where id = ${challengeId}::uuid and factor_id = ${factorId}::uuid and verified_at is null
      and created_at > now() - make_interval(secs => ${CHALLENGE_SECONDS})`);
  if (open.rowCount === 0) throw challengeExpired();
  const now = Number(factor.now);
  const delta = totpOf(factor.secret).validate({ token: code, timestamp: now * 1000, window: WINDOW });
  if (delta === null) throw wrongCode();
  const step = Math.floor(now / PERIOD_SECONDS) + delta;
  const taken = await database.query(sql`
    update auth.mfa_challenges c set verified_at = now(), otp_code = ${String(step)} where c.id = ${challengeId}::uuid and not exists (
      select from auth.mfa_challenges used
      where used.factor_id = c.factor_id and used.verified_at is not null and used.otp_code::bigint >= ${step}::bigint)`);
  if (taken.rowCount === 0) throw wrongCode();
  await raise(database, caller, factorId, factor.status === "unverified");
}

/** The account first and its logins afterwards, as everywhere: two who change both never wait for each other. */
async function lockAccount(database: Database, accountId: string): Promise<void> {
  await database.query(sql`select from auth.users where id = ${accountId}::uuid for no key update`);
}

async function raise(database: Database, caller: Caller, factorId: string, isNew: boolean): Promise<void> {
  await database.query(sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}::uuid, updated_at = now() where id = ${caller.sessionId}::uuid`);
  await database.query(sql`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), ${caller.sessionId}::uuid, 'totp', clock_timestamp(), clock_timestamp())
    on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`);
  if (!isNew) return;
  await database.query(sql`
    update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factorId}::uuid`);
  await database.query(sql`
    delete from auth.mfa_factors where user_id = ${caller.accountId}::uuid and status = 'unverified'`);
  // As GoTrue: logins that know nothing of the factor end.
  await database.query(sql`
    delete from auth.sessions where user_id = ${caller.accountId}::uuid and id <> ${caller.sessionId}::uuid and aal = 'aal1'`);
}

/** Removes a factor; logins that were raised by it are as before. Call it in a transaction. Throws a Refusal. */
export async function unenrol(database: Database, accountId: string, factorId: string, aal: string): Promise<void> {
  await lockAccount(database, accountId);
  const { rows } = await database.query<{ status: string }>(sql`
    select status from auth.mfa_factors where id = ${factorId}::uuid and user_id = ${accountId}::uuid for update`);
  const status = rows[0]?.status;
  if (status === undefined) throw factorNotFound();
  if (status === "verified" && aal === "aal1")
    throw new Refusal(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
  await database.query(sql`delete from auth.mfa_factors where id = ${factorId}::uuid`);
  const lowered = sql`select id from auth.sessions where user_id = ${accountId}::uuid and factor_id = ${factorId}::uuid`;
  await database.query(sql`
    delete from auth.mfa_amr_claims where authentication_method = 'totp' and session_id in (${lowered})`);
  await database.query(sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
    where user_id = ${accountId}::uuid and factor_id = ${factorId}::uuid`);
  await database.query(sql`
    delete from private.recovery_codes r where account_id = ${accountId}::uuid
      and not exists (select from auth.mfa_factors f where f.user_id = r.account_id and f.status = 'verified')`);
}
