// The secrets of the server: made once, kept in the database, the same for all processes that share it.
//
// They are in the database and not in DATA_DIR, because several servers may share one PostgreSQL, and a token that one of them
// signed must be good at the others. The table is the owner's alone: no role of the table API may use the schema's tables.
import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { type Database, type DatabasePool, inTransaction } from "./database/connect.ts";

export type Secrets = { jwtSecret: string; publishableKey: string; secretKey: string };

const token = (bytes: number) => randomBytes(bytes).toString("base64url");

/** Makes the table of the secrets when it is not there. */
export async function ensureSecretsTable(transaction: Database): Promise<void> {
  await transaction.query(sql`create schema if not exists private`);
  await transaction.query(sql`
    create table if not exists private.server_secrets (name text primary key, value text not null)`);
  await transaction.query(sql`
    revoke all on private.server_secrets from public, anon, authenticated, service_role`);
  await transaction.query(sql`alter table private.server_secrets enable row level security`);
}

/** Reads the secrets and makes the missing ones; `database` is of its owner. Deleting a row and starting again changes that secret. */
export async function readSecrets(database: DatabasePool): Promise<Secrets> {
  const made: Secrets = {
    jwtSecret: token(48),
    publishableKey: `sb_publishable_${token(24)}`,
    secretKey: `sb_secret_${token(32)}`,
  };
  return inTransaction(database, async (transaction) => {
    // `if not exists` alone can fail when two servers start on an empty database at once.
    await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended('parkering server secrets', 0))`);
    await ensureSecretsTable(transaction);
    await transaction.query(sql`
      insert into private.server_secrets (name, value)
      select * from unnest(${Object.keys(made)}::text[], ${Object.values(made)}::text[]) on conflict do nothing`);
    const { rows } = await transaction.query<{ name: keyof Secrets; value: string }>(sql`
      select name, value from private.server_secrets`);
    return { ...made, ...Object.fromEntries(rows.map((row) => [row.name, row.value])) };
  });
}
