// Data folders that were made by the programs of earlier commits; tests/fixtures/data-folders says which, and how.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliDecompress } from "node:zlib";
import { pino } from "pino";
import { raw } from "sql-template-tag";
import type { SecurityProfile } from "#contract/states.ts";
import { type Table, quote, quoteTable } from "#server/backup/catalog.ts";
import { type Database, openPool } from "#server/database/driver/connect.ts";
import { databaseUser } from "#server/database/embedded/database-user.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { makeQuickFolder } from "#tests/support/database/quick-folder.ts";

const FOLDER = "tests/fixtures/data-folders";

/**
 * Commits and profiles of the folders, the oldest first. The last commit is the last one before the product had its own sign-in service.
 */
export const OLD_FOLDERS: readonly (readonly [commit: string, profile: SecurityProfile])[] = [
  ["5cf1cba", "specified"],
  ["cb94863", "specified"],
  ["cb94863", "hardened"],
  ["4e3d5ca", "specified"],
  ["4e3d5ca", "hardened"],
];

/** The last commit before the baseline of the migrations, in both profiles. */
export const BEFORE_BASELINE = "9cf2eaea";

/** Unpacks one of the folders; `remove` takes it away. */
export async function unpackOldFolder(
  commit: string,
  profile: SecurityProfile,
): Promise<{ dataDir: string; remove: () => void }> {
  const folder = makeQuickFolder("parkering-old-");
  const name = `./${commit}-${profile}`;
  const tar = spawn("tar", ["-x", "-C", folder, name], { stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(tar, "close");
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const archive = commit === BEFORE_BASELINE ? "before-baseline.tar.br" : "folders.tar.br";
  const [[code]] = await Promise.all([
    ended,
    // A tar process that has read everything may exit before the end of its input reaches it; a tar that lacks something exits with a code.
    pipeline(createReadStream(join(FOLDER, archive)), createBrotliDecompress({ params }), tar.stdin).catch(
      (error: { code?: string }) => {
        if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
      },
    ),
  ]);
  if (code !== 0) throw new Error(`tar ended with ${code}`);
  const dataDir = join(folder, name);
  const user = databaseUser();
  if (user !== null) {
    execFileSync("chown", [`${user.uid}:${user.gid}`, folder]);
    execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, join(dataDir, "postgres")]);
  }
  return { dataDir, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The present table for rows of an earlier table: shifts of the ambulance became turns on the clock (document 5 §6). */
export const placeAfterUpgrade = (table: string): string =>
  table.replaceAll('"', "") === "public.ase_shifts"
    ? "(select t.*, user_id as employee_id from public.work_turns t where kind = 'ase-employee') moved"
    : table;

/**
 * Every row of these tables as PostgreSQL writes it, sorted. Columns are taken by name, since a table that got new columns may have them in
 * another order. `placeOf` gives the present table for an earlier one.
 */
export async function readRows(
  database: Database,
  tables: readonly Table[],
  placeOf: (table: string) => string = (table) => table,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const table of tables) {
    const columns = table.columns.toSorted().map(quote).join(", ");
    const { rows } = await database.query<{ row: string }>(
      raw(`select row(${columns})::text as row from ${placeOf(quoteTable(table))} order by 1`),
    );
    found.set(
      quoteTable(table),
      rows.map(({ row }) => row),
    );
  }
  return found;
}

/** Runs the database of a data folder for as long as `work` takes. */
export async function onFolder<T>(
  dataDir: string,
  work: (database: Database) => Promise<T>,
  postgresBin?: string,
): Promise<T> {
  const log = pino({ level: "silent" });
  const running = await startEmbedded({ dataDir, log, settings: { fsync: "off" }, postgresBin });
  const pool = openPool(running.url, { name: "tests", max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await running.stop();
  }
}
