// A data folder whose database has all migrations and nothing else. It is made once a run and copied, so that tests need not wait for
// initdb and the migrations.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { pino } from "pino";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { onceARun } from "#tests/support/run/once-a-run.ts";
import { makeQuickFolder } from "#tests/support/database/quick-folder.ts";

/** Environment variable with the path of the folder. Processes that vitest did not start do not have it. */
const PLACE = "MIGRATED_FOLDER";

/** vitest's global set-up: makes the folder, and gives the teardown that removes it. */
export async function setup(): Promise<() => Promise<void>> {
  const { made, giveUp } = await onceARun("migrated folder", makeFolder);
  process.env[PLACE] = made;
  return giveUp;
}

async function makeFolder() {
  const folder = makeQuickFolder("parkering-migrated-");
  const log = pino({ level: "silent" });
  const database = await startEmbedded({ dataDir: folder, log, settings: { fsync: "off" } });
  try {
    // The profile stays unset: the start that copies the folder sets it.
    await prepareDatabase({ url: database.url, profile: "as-stored", seed: "never", log });
  } finally {
    await database.stop();
  }
  return { made: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Makes a data folder with a copy of the run's migrated database. The folder is empty in a process without that database. */
export function copyMigrated(dataDir: string): void {
  const folder = process.env[PLACE];
  mkdirSync(dataDir, { recursive: true });
  if (folder !== undefined) execFileSync("cp", ["-a", `${folder}/.`, dataDir]);
}
