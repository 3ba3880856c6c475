// Callers of the storage: by a key, a token or a signed address, and how the database is told.
//
// The holder of a signed address may do one named thing for a while, and no more than the person who asked for the address may do then.
import { createHmac } from "node:crypto";
import { SignJWT, jwtVerify, errors } from "jose";
import type pg from "pg";
import sql from "sql-template-tag";
import { type Credentials, type Role, TokenError, identityOfKey, identityOfToken } from "#server/callers/identity.ts";
import { type DatabasePool, inTransaction } from "#server/database/driver/connect.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { Call } from "./address.ts";
import { invalid } from "./refusal.ts";

/** `account` is null for the two keys. */
export type Caller = { role: Role; claims: Record<string, unknown>; account: string | null };

export type Target = { bucket: string; key: string };

/** A caller with this role and the claims of a token. */
export const callerOf = (role: Role, claims: Record<string, unknown>): Caller => ({
  role,
  claims: { ...claims, role },
  account: typeof claims["sub"] === "string" ? claims["sub"] : null,
});

/** The caller of a request: the token's person, else the role of the key. Throws Refusal. */
export function readCaller(headers: Headers, credentials: Credentials): Caller {
  const key = headers.get("apikey");
  if (key !== null && identityOfKey(key, credentials) === null)
    throw new Refusal(401, "Unauthorized", "Invalid API key");
  const token = headers.get("authorization")?.replace(/^Bearer /i, "") ?? key;
  if (token === null) throw new Refusal(401, "Unauthorized", "No API key found in request");
  try {
    const { role, claims } = identityOfToken(token, credentials, Date.now());
    return callerOf(role, claims);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    // This text makes the client ask again with a new token.
    throw new Refusal(401, "InvalidJWT", error.isOver ? "jwt expired" : error.message);
  }
}

/** Longest life of a signature, in seconds, whatever a caller asks. */
const LONGEST_SECONDS = 15 * 60;

type Use = "read" | "upload";
type Signed = { use: Use; url: string; claims: { role: Role } & Record<string, unknown> };

/** Key of signatures, so that no signature is an access token and no access token a signature. */
const keyOf = (secret: string) => createHmac("sha256", secret).update("parkering storage addresses").digest();

/** Signature of an address. Of a person's claims the signature holds those that the policies read. */
export function sign(credentials: Credentials, use: Use, target: Target, caller: Caller, seconds = LONGEST_SECONDS) {
  const { role, sub, session_id, aal } = caller.claims;
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ use, url: `${target.bucket}/${target.key}`, claims: { role, sub, session_id, aal } })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(now)
    .setExpirationTime(now + Math.min(Math.floor(seconds), LONGEST_SECONDS))
    .sign(keyOf(credentials.signingKeys[0] ?? ""));
}

type SignerParts = { pool: DatabasePool; credentials: Credentials };

/**
 * The person who signed an address, while their login lives. Throws Refusal when the signature is over, of another use or object, or not
 * ours.
 */
export async function readSigner(parts: SignerParts, use: Use, { bucket, key, token }: Call): Promise<Caller> {
  const signed = await verifyWithAny(parts.credentials.signingKeys.map(keyOf), (signingKey) =>
    jwtVerify<Signed>(token, signingKey, { algorithms: ["HS256"] }),
  ).catch(() => null);
  if (signed?.payload.use !== use || signed.payload.url !== `${bucket}/${key}`)
    throw invalid("The signed address is not valid.");
  const { claims } = signed.payload;
  const login = claims["session_id"];
  if (login !== undefined) {
    const { rowCount } = await parts.pool.query(sql`
      select from auth.sessions
      where id = ${login}::uuid and user_id = ${claims["sub"]}::uuid and (not_after is null or not_after > now())`);
    if (rowCount === 0) throw invalid("The signed address is no longer valid.");
  }
  return callerOf(claims.role, claims);
}

/** Runs `work` in a transaction with the caller's rights. */
export function asCaller<T>(
  pool: DatabasePool,
  caller: Caller,
  work: (database: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (database) => {
    await database.query(sql`
      select set_config('role', ${caller.role}, true),
        set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true)`);
    return work(database);
  });
}

/** Gives the transaction the rights of the database's owner from here on. */
export async function asOwnerAgain(database: pg.PoolClient): Promise<void> {
  await database.query(sql`select set_config('role', 'none', true)`);
}

/**
 * Gives the result of `verify` with the first key that signed the token. Throws the last key's refusal when no key did, and whatever else
 * `verify` throws.
 */
async function verifyWithAny<Key, Verified>(
  keys: readonly Key[],
  verify: (key: Key) => Promise<Verified>,
): Promise<Verified> {
  for (const key of keys.slice(0, -1)) {
    try {
      return await verify(key);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  const last = keys.at(-1);
  if (last === undefined) throw new errors.JWSSignatureVerificationFailed();
  return verify(last);
}
