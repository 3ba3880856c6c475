// The second factor: codes of an authenticator application (TOTP), as the client's auth.mfa calls ask for them; auth.mfa_factors and
// auth.mfa_challenges.
import { randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import sql from "sql-template-tag";
import { renderSVG } from "uqr";
import * as v from "valibot";
import { type Database, inTransaction } from "#server/database/driver/connect.ts";
import { Refusal } from "#server/http/refusal.ts";
import { type OwnCall, attempt, countOwn, inNameOf } from "./call.ts";
import { rememberDevice } from "./known-device.ts";
import { decryptSecret, encryptSecret, isReadable } from "./factor-secrets.ts";
import { type Caller, endOldest, notePassword, readLogin } from "./logins.ts";
import { findOwnDevice, answerLogin, proveCurrent } from "./own-account.ts";

/** Most factors of an account: several phones, and some that were never finished. */
const MAX_FACTORS = 10;
const CHALLENGE_SECONDS = 300;
/** A code of the period before or after is taken, since clocks of phones differ. */
const WINDOW = 1;

const factorNotFound = () => new Refusal(404, "mfa_factor_not_found", "Factor not found");
const wrongCode = () => new Refusal(422, "mfa_verification_failed", "Invalid TOTP code entered");
const weak = (status: number, todo: string) => new Refusal(status, "insufficient_aal", `AAL2 required to ${todo}`);

/** Throws for a login that has not shown the second factor: it cannot bring a factor of its own. */
function requireStrong({ hasFactor, aal }: Caller): void {
  if (hasFactor && aal === "aal1") throw weak(403, "enroll a new factor");
}

const NAME = v.pipe(v.string(), v.maxLength(100));
/** Fields of a new factor; `issuer` is the name under which an authenticator shows the code. */
export const NEW_FACTOR = v.object({
  factor_type: v.literal("totp"),
  friendly_name: v.nullish(NAME, ""),
  issuer: v.nullish(NAME, "Parkering"),
});

/** Makes a factor that counts once it is verified. Throws a Refusal, and rejects with 23505 when the name is taken. */
export async function enrol(call: OwnCall<v.InferOutput<typeof NEW_FACTOR>>): Promise<object> {
  const { caller, pool } = call;
  const { friendly_name: name, issuer } = call.body;
  await countOwn(call);
  // Another person who chose the password could bring a factor of their own.
  if (caller.mustChoosePassword)
    throw new Refusal(403, "password_change_required", "Choose a password of your own first");
  // A stranger who signed up with somebody's address could lock its owner out, since a link by mail takes away no factor.
  if (caller.user.email_confirmed_at === null)
    throw new Refusal(403, "email_not_confirmed", "Confirm your address first");
  requireStrong(caller);
  // A borrowed session could shut the owner out, whose other logins end with a first factor.
  if (!caller.hasJustProved)
    throw new Refusal(403, "reauthentication_needed", "Log in again before you set up a second factor");
  const totp = new TOTP({ issuer, label: caller.user.email });
  const [id, secret] = [randomUUID(), totp.secret.base32];
  const [key = ""] = call.credentials.factorKeys;
  const stored = encryptSecret(secret, id, key);
  const made = await inTransaction(pool, async (database) => {
    await database.query(sql`
      delete from auth.mfa_factors
      where user_id = ${caller.accountId}::uuid and status = 'unverified' and created_at < now() - interval '1 hour'`);
    return database.query(sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      select ${id}::uuid, ${caller.accountId}::uuid, ${name}, 'totp', 'unverified', ${stored}, now(), now()
      where (select count(*) from auth.mfa_factors where user_id = ${caller.accountId}::uuid) < ${MAX_FACTORS}`);
  });
  if (made.rowCount === 0)
    throw new Refusal(422, "too_many_enrolled_mfa_factors", "Maximum number of factors reached, unenroll to continue");
  const uri = totp.toString();
  return { id, type: "totp", friendly_name: name, totp: { qr_code: renderSVG(uri), secret, uri } };
}

/** Opens a challenge of a factor of the caller. Throws a Refusal when there is no such factor. */
export async function challenge(call: OwnCall): Promise<object> {
  await countOwn(call);
  const { rows } = await inTransaction(call.pool, (database) =>
    database.query<{ id: string; expires_at: number }>(sql`
      with old as (
        delete from auth.mfa_challenges where factor_id = ${call.id}::uuid and created_at < now() - interval '1 hour'
      ), factor as (
        update auth.mfa_factors set last_challenged_at = now()
        where id = ${call.id}::uuid and user_id = ${call.caller.accountId}::uuid and factor_type = 'totp' returning id
      )
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      select gen_random_uuid(), id, now(), coalesce(${call.device.address}::inet, '127.0.0.1') from factor
      returning id, (extract(epoch from created_at)::bigint + ${CHALLENGE_SECONDS})::int as expires_at`),
  );
  if (!rows[0]) throw factorNotFound();
  return { type: "totp", ...rows[0] };
}

export const PROOF = v.object({ challenge_id: v.pipe(v.string(), v.uuid()), code: v.nullish(v.string(), "") });
type Proof = v.InferOutput<typeof PROOF>;

/** Takes a code for a challenge and raises the caller's login. Throws a Refusal. */
export async function verify(call: OwnCall<Proof>): Promise<object> {
  const { caller, body } = call;
  const who = { account: caller.accountId, device: findOwnDevice(call) };
  const login = await attempt(call, "proofs", who, () =>
    inNameOf(call, async (database) => {
      const isNew = await take(database, call, call.id, body);
      await raise(database, caller, call.id, isNew);
      await endOldest(database, caller.accountId, caller.sessionId);
      return readLogin(database, caller.sessionId);
    }),
  );
  rememberDevice(call, caller.user.email, "factor");
  return answerLogin(call, login);
}

/** Takes a code once: the time step of the code is kept with its challenge. Says whether the factor was new. Throws a Refusal. */
async function take(
  database: Database,
  { caller, credentials }: OwnCall<Proof>,
  id: string,
  { challenge_id, code }: Proof,
): Promise<boolean> {
  await lockAccount(database, caller.accountId);
  const { rows } = await database.query<{ secret: string; isNew: boolean; isOpen: boolean; now: number }>(sql`
    select f.secret, f.status = 'unverified' as "isNew", floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now, exists (
      select from auth.mfa_challenges c where c.id = ${challenge_id}::uuid and c.factor_id = f.id and c.verified_at is null
        and c.created_at > now() - make_interval(secs => ${CHALLENGE_SECONDS})) as "isOpen"
    from auth.mfa_factors f
    where f.id = ${id}::uuid and f.user_id = ${caller.accountId}::uuid and f.factor_type = 'totp' and f.secret <> '' for update`);
  const [factor] = rows;
  if (!factor) throw factorNotFound();
  if (factor.isNew) requireStrong(caller);
  if (!factor.isOpen)
    throw new Refusal(422, "mfa_challenge_expired", "MFA challenge has expired, create a new challenge.");
  if (!isReadable(factor.secret, credentials.factorKeys)) throw wrongCode();
  const totp = new TOTP({ secret: decryptSecret(factor.secret, id, credentials.factorKeys) });
  const delta = totp.validate({ token: code, timestamp: factor.now, window: WINDOW });
  if (delta === null) throw wrongCode();
  const step = totp.counter({ timestamp: factor.now }) + delta;
  const taken = await database.query(sql`
    update auth.mfa_challenges c set verified_at = now(), otp_code = ${String(step)} where c.id = ${challenge_id}::uuid and not exists (
      select from auth.mfa_challenges used
      where used.factor_id = c.factor_id and used.verified_at is not null and used.otp_code::bigint >= ${step}::bigint)`);
  if (taken.rowCount === 0) throw wrongCode();
  return factor.isNew;
}

/** Locks the account first and its logins afterwards, as everywhere: two calls that change both never wait for each other. */
async function lockAccount(database: Database, accountId: string): Promise<void> {
  await database.query(sql`select from auth.users where id = ${accountId}::uuid for no key update`);
}

async function raise(database: Database, caller: Caller, factorId: string, isNew: boolean): Promise<void> {
  await database.query(sql`
    with raised as (
      update auth.sessions set aal = 'aal2', factor_id = ${factorId}::uuid, updated_at = now()
      where id = ${caller.sessionId}::uuid returning id
    )
    insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', clock_timestamp(), clock_timestamp() from raised
    on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`);
  if (!isNew) return;
  await database.query(sql`
    update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factorId}::uuid`);
  await database.query(sql`
    delete from auth.mfa_factors where user_id = ${caller.accountId}::uuid and status = 'unverified'`);
  // Logins that know nothing of the factor end, as at GoTrue.
  await database.query(sql`
    delete from auth.sessions where user_id = ${caller.accountId}::uuid and id <> ${caller.sessionId}::uuid and aal = 'aal1'`);
}

export const UNENROLMENT = v.object({ current_password: v.nullish(v.string(), "") });

/** Removes a factor of the caller. A verified factor asks for the current password, which a borrowed session does not have. */
export async function unenrol(call: OwnCall<v.InferOutput<typeof UNENROLMENT>>): Promise<object> {
  const { accountId, sessionId, aal } = call.caller;
  await countOwn(call);
  const { rows } = await call.pool.query(sql`
    select from auth.mfa_factors where id = ${call.id}::uuid and user_id = ${accountId}::uuid and status = 'verified'`);
  if (rows.length > 0 && aal === "aal1") throw weak(422, "unenroll verified factor");
  if (rows.length > 0) await proveCurrent(call, call.body.current_password);
  await inNameOf(call, async (database) => {
    await removeOf(database, accountId, call.id, aal);
    // The person shall set up another factor now where one is demanded, so the password counts as just shown.
    if (rows.length > 0) await notePassword(database, sessionId);
  });
  return { id: call.id };
}

/**
 * Removes a factor of an account, for a login of this strength; logins that the factor raised are as before, and with the last factor those
 * that a recovery code raised in its place. Throws a Refusal.
 */
export async function removeOf(database: Database, accountId: string, factorId: string, aal: string): Promise<void> {
  await lockAccount(database, accountId);
  const removed = await database.query<{ status: string }>(sql`
    delete from auth.mfa_factors where id = ${factorId}::uuid and user_id = ${accountId}::uuid returning status`);
  if (!removed.rows[0]) throw factorNotFound();
  // The refusal rolls the transaction back, so that the factor is there again.
  if (removed.rows[0].status === "verified" && aal === "aal1") throw weak(422, "unenroll verified factor");
  await database.query(sql`
    with lowered as (
      update auth.sessions s set aal = 'aal1', factor_id = null, updated_at = now()
      where s.user_id = ${accountId}::uuid and (s.factor_id = ${factorId}::uuid or (s.factor_id is null and s.aal::text <> 'aal1'
        and not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')))
      returning s.id
    )
    delete from auth.mfa_amr_claims
    where authentication_method in ('totp', 'recovery_code') and session_id in (select id from lowered)`);
  await database.query(sql`
    delete from private.recovery_codes r where account_id = ${accountId}::uuid
      and not exists (select from auth.mfa_factors f where f.user_id = r.account_id and f.status = 'verified')`);
}
