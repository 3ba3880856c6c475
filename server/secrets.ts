// The secrets of the server: made once, kept in the database, the same for all processes that share it.
//
// They are in the database and not in DATA_DIR, because several servers may share one PostgreSQL, and a token that one of them
// signed must be good at the others. The table is the owner's alone: no role of the table API may use the schema's tables.
import { randomBytes } from "node:crypto";
import type postgres from "postgres";

export type Secrets = { jwtSecret: string; publishableKey: string; secretKey: string };

const token = (bytes: number) => randomBytes(bytes).toString("base64url");

/** Makes the table of the secrets when it is not there. */
export async function ensureSecretsTable(sql: postgres.TransactionSql): Promise<void> {
  await sql`create schema if not exists private`;
  await sql`create table if not exists private.server_secrets (name text primary key, value text not null)`;
  await sql`revoke all on private.server_secrets from public, anon, authenticated, service_role`;
  await sql`alter table private.server_secrets enable row level security`;
}

/** Reads the secrets and makes the missing ones; `sql` is of the database's owner. Deleting a row and starting again changes that secret. */
export async function readSecrets(sql: postgres.Sql): Promise<Secrets> {
  const made: Secrets = {
    jwtSecret: token(48),
    publishableKey: `sb_publishable_${token(24)}`,
    secretKey: `sb_secret_${token(32)}`,
  };
  return sql.begin(async (transaction) => {
    // `if not exists` alone can fail when two servers start on an empty database at once.
    await transaction`select pg_advisory_xact_lock(hashtextextended('parkering server secrets', 0))`;
    await ensureSecretsTable(transaction);
    await transaction`insert into private.server_secrets ${transaction(Object.entries(made).map(([name, value]) => ({ name, value })))} on conflict do nothing`;
    const rows = await transaction<
      { name: keyof Secrets; value: string }[]
    >`select name, value from private.server_secrets`;
    return { ...made, ...Object.fromEntries(rows.map((row) => [row.name, row.value])) };
  });
}
