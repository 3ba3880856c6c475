// Tables that only the sign-in library of earlier versions (@supabase/lite) used. Backups and restores keep them, and the server takes them
// out when it starts. Contract tests: tests/backend/operators/old-data-folders.test.ts.
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import type { ClientBase } from "pg";
import sql, { raw } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { transact, withConnection } from "#server/database/driver/one-connection.ts";
import { isHosted } from "#server/database/hosted-layout.ts";
import { type Table, copyOut, isLeftover, listTables, quote, quoteTable } from "./catalog.ts";

/** Longest wait for a session that reads such a table just now. */
const LOCK_TIMEOUT = "10s";

/**
 * Makes these tables for a restore to fill: all columns are texts, which come out as they came in. The next start of the server takes the
 * tables out.
 */
export async function makeLeftoverTables(connection: Database, tables: readonly Table[]): Promise<void> {
  for (const table of tables.filter(isLeftover)) {
    const columns = table.columns.map((column) => `${quote(column)} text`).join(", ");
    await connection.query(raw(`create table ${quoteTable(table)} (${columns})`));
  }
}

/** The folder of the rows that were taken out, in the data folder. */
export const leftoverFolder = (dataDir: string): string => join(dataDir, "left-behind");

/**
 * Takes these tables out of a database whose sign-in is this server's own, after their rows were written to files in the data folder, as
 * `\\copy … with (header)` reads them back. A hosted project keeps its tables. An obstacle is logged, and the next start tries again: until
 * then backups and restores carry the tables along.
 */
export async function removeLeftoverTables(options: { url: string; dataDir: string; log: Logger }): Promise<void> {
  const { url, dataDir, log } = options;
  const settings = { statement_timeout: "0", lock_timeout: LOCK_TIMEOUT };
  try {
    await withConnection(url, { name: "parkering-left-behind", settings }, (connection) =>
      transact(connection, () => takeOut(connection, dataDir, log)),
    );
  } catch (error) {
    log.warn({ err: error }, "tables that an earlier version's library left could not be taken out");
  }
}

async function takeOut(connection: ClientBase, dataDir: string, log: Logger): Promise<void> {
  // Several servers may start on one database.
  await connection.query(sql`select pg_advisory_xact_lock(hashtextextended('tables left behind', 0))`);
  if (await isHosted(connection)) return;
  for (const table of (await listTables(connection)).filter(isLeftover)) {
    await connection.query(raw(`lock table ${quoteTable(table)} in access exclusive mode`));
    const file = await writeRows(connection, table, leftoverFolder(dataDir));
    await connection.query(raw(`drop table ${quoteTable(table)}`));
    log.info(
      { table: `${table.schema}.${table.name}`, file },
      "a table that an earlier version's library left was taken out",
    );
  }
}

/** Writes the rows to a new file, flushed to the disk, and gives its name; null for a table without rows. */
async function writeRows(connection: ClientBase, table: Table, folder: string): Promise<string | null> {
  const { rows } = await connection.query<{ any: boolean }>(
    raw(`select exists (select from ${quoteTable(table)}) as any`),
  );
  if (!rows[0]?.any) return null;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(":", "");
  const file = join(folder, `${table.schema}.${table.name}-${time}.txt`);
  const lines = async function* () {
    yield `${table.columns.join("\t")}\n`;
    for await (const { chunk } of copyOut(connection, table)) yield chunk;
  };
  await pipeline(lines, createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }));
  return file;
}
