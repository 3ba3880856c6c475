// The connection that @supabase/lite works through: the caller's identity in one statement, errors rolled back, schema checked.
//
// Why: see each method. Contract tests: tests/backend/rest.test.ts.
import type { ConnectionContextOptions, Database, IntrospectResult, VarsContext } from "./lite-types.ts";
import { PostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresDialect, sql } from "kysely";
import { endPool, openPool } from "#server/database/connect.ts";
import { isOutage } from "#server/database/connection-errors.ts";
import { FaultWatch } from "./fault-watch.ts";
import { renderDatabaseError } from "./postgrest-errors.ts";
import { LITE_TYPES } from "./value-types.ts";

/** Longest run of one statement of a request, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** Connections for what callers ask, and for what lite itself does as the database's owner. */
const CALLER_CONNECTIONS = 16;
const OWNER_CONNECTIONS = 4;

/**
 * Longest wait for one of them, in milliseconds: longer than a statement may run, so that a burst passes and only a server that
 * cannot keep up answers 504.
 */
const LONGEST_WAIT_MS = 12_000;

/** Carries a result out of a transaction that must be rolled back. */
class RolledBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super("rolled back");
    this.result = result;
  }
}

export class ApiConnection extends PostgresConnection {
  readonly #callers: Kysely<unknown>;
  /** When the database could not do its work. */
  readonly faults = new FaultWatch();

  /** `url` is of the database's owner. Nothing is opened before the first statement. */
  constructor(url: string) {
    super({ url });
    this.kysely = openKysely(url, OWNER_CONNECTIONS, {}, this.faults);
    // The role with the fewest rights, should a statement ever run outside the transaction that takes the caller's.
    this.#callers = openKysely(url, CALLER_CONNECTIONS, { role: "anon" }, this.faults);
  }

  /**
   * Runs a request's statements as the caller. Replaces lite's own for four reasons: identity takes one statement instead of six;
   * an answer of 400 or more rolls back instead of committing; database errors get PostgREST's status; and lite's own grants
   * everything to the roles at the first request, which would undo a REVOKE of the migrations.
   */
  override async withContext<T>(
    vars: VarsContext | undefined,
    work: (database: Database) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    const caller = readCaller(vars);
    if (options?.transaction) {
      if (caller) await identify(options.transaction, caller, options);
      return work(options.transaction);
    }
    try {
      return await this.#callers.transaction().execute(async (transaction) => {
        if (caller) await identify(transaction, caller, options);
        const result = await work(transaction);
        if (options?.forceRollback || (result instanceof Response && result.status >= 400))
          throw new RolledBack(result);
        return result;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      const isTableCall = caller !== null && caller.storageOperation === null;
      const answer = isTableCall ? renderDatabaseError(error, caller.role) : null;
      if (answer) return answer as T;
      throw error;
    }
  }

  /**
   * What an error of a table call is. Two kinds come from what was asked and not from the database, and lite calls them 500: it answers
   * 400 (PGRST100) for errors that begin as these do. Contract test: tests/backend/bad-input-queries.test.ts.
   */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof RangeError) return new Error("Unexpected input: nested too deeply");
    if (error instanceof Error && error.message.startsWith("Missing closing quote"))
      return new Error(`Unexpected input: ${error.message}`);
    return super.normalizeDbError(error);
  }

  /** Reads the schema; lite's own swallows a failure and then answers 404 for every table. */
  override async introspect(options?: { useCache?: boolean }): Promise<IntrospectResult> {
    const result = await super.introspect(options);
    if (result.tables.length === 0) {
      await this.clearSchemaCache();
      throw Object.assign(new Error("The database's schema could not be read."), { code: "CONNECTION_FAILED" });
    }
    return result;
  }

  override async close(): Promise<void> {
    await Promise.all([this.kysely.destroy(), this.#callers.destroy(), this.driver.end()]);
  }
}

/** A Kysely over a pool of its own, which notes in `faults` when the database could not do its work. */
function openKysely(url: string, max: number, session: Record<string, string>, faults: FaultWatch): Kysely<unknown> {
  const pool = openPool(url, {
    name: "parkering api",
    max,
    idleMs: 0,
    waitMs: LONGEST_WAIT_MS,
    settings: { TimeZone: "UTC", ...session },
    types: LITE_TYPES,
  });
  const connect = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      faults.note(error);
      throw error;
    }
  };
  return new Kysely({
    dialect: new PostgresDialect({ pool: { connect, end: () => endPool(pool, 5000) } }),
    log: (event) => {
      if (event.level === "error" && isOutage(event.error)) faults.note(event.error);
    },
  });
}

type Caller = { role: string; claims: Record<string, unknown>; storageOperation: string | null };

function readCaller(vars: VarsContext | undefined): Caller | null {
  if (!vars) return null;
  const auth = record(vars["auth"]);
  const claims = record(auth["jwt"]);
  const role = typeof auth["role"] === "string" ? auth["role"] : "anon";
  const operation = record(vars["storage"])["operation"];
  const storageOperation = vars["storage"] === undefined ? null : typeof operation === "string" ? operation : "";
  return { role, claims: { ...claims, role }, storageOperation };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The roles that hosted Supabase lets a request take; a token with another one is refused by the database's own words. */
const ROLES = new Set(["anon", "authenticated", "service_role"]);

async function identify(
  database: Database,
  caller: Caller,
  options: ConnectionContextOptions | undefined,
): Promise<void> {
  if (!ROLES.has(caller.role))
    throw Object.assign(new Error(`role "${caller.role}" does not exist`), { code: "22023" });
  const rpc = options?.rpc;
  const subject = typeof caller.claims["sub"] === "string" ? caller.claims["sub"] : "";
  await sql`select set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
    set_config('request.jwt.claim.sub', ${subject}, true),
    set_config('request.jwt.claim.role', ${caller.role}, true),
    set_config('storage.operation', ${caller.storageOperation ?? ""}, true),
    set_config('response.status', '', true),
    set_config('response.headers', '', true),
    set_config('request.method', ${rpc?.method ?? ""}, true),
    set_config('request.path', ${rpc?.path ?? ""}, true),
    set_config('request.headers', ${JSON.stringify(publicHeaders(rpc?.requestHeaders))}, true),
    set_config('transaction_read_only', ${rpc?.readOnly ? "on" : "off"}, true),
    set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(database);
}

/** The headers that a database function may see: never the ones that carry keys and tokens. */
function publicHeaders(headers: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name]) => !["authorization", "apikey", "cookie"].includes(name)),
  );
}
