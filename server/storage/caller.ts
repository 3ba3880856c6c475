// Who asks the storage for something: by the key or the token of the request, and how the database is told.
import type pg from "pg";
import sql from "sql-template-tag";
import { inTransaction } from "#server/database/connect.ts";
import { type Credentials, type Role, TokenError, identityOfKey, identityOfToken } from "#server/callers/identity.ts";
import { Refusal } from "./refusal.ts";

/** `account` and `login` are null for the two keys. */
export type Caller = { role: Role; claims: Record<string, unknown>; account: string | null; login: string | null };

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

export const callerOf = (role: Role, claims: Record<string, unknown>): Caller => ({
  role,
  claims: { ...claims, role },
  account: textOf(claims["sub"]),
  login: textOf(claims["session_id"]),
});

/** The caller of a request: the token's person, else what the key stands for. Throws Refusal. */
export function readCaller(headers: Headers, credentials: Credentials): Caller {
  const key = headers.get("apikey");
  const byKey = key === null ? null : identityOfKey(key, credentials);
  if (key !== null && byKey === null) throw new Refusal(401, "Unauthorized", "Invalid API key");
  const authorization = headers.get("authorization");
  if (authorization === null) {
    if (byKey === null) throw new Refusal(401, "Unauthorized", "No API key found in request");
    return callerOf(byKey.role, byKey.claims);
  }
  try {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? "";
    const { role, claims } = identityOfToken(token, credentials, Date.now());
    return callerOf(role, claims);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    // The client asks again with a new token when it reads this.
    throw new Refusal(401, "InvalidJWT", /expired/.test(error.message) ? "jwt expired" : error.message);
  }
}

/** Runs `work` in a transaction that may do what the caller may. */
export function asCaller<T>(pool: pg.Pool, caller: Caller, work: (database: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (database) => {
    await database.query(sql`
      select set_config('role', ${caller.role}, true),
        set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true)`);
    return work(database);
  });
}

/** From here on the transaction may do what the database's owner may. */
export async function asOwnerAgain(database: pg.PoolClient): Promise<void> {
  await database.query(sql`select set_config('role', 'none', true)`);
}

/** Whether the caller's login goes on; the two keys have none. */
export async function isLoginAlive(pool: pg.Pool, { account, login }: Caller): Promise<boolean> {
  if (login === null) return true;
  const { rowCount } = await pool.query(sql`
    select from auth.sessions
    where id = ${login}::uuid and user_id = ${account}::uuid and (not_after is null or not_after > now())`);
  return rowCount === 1;
}
