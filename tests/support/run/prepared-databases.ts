// Makes the databases that journeys begin with, once a run: started by `npm run check` beside its other steps, or by Playwright's global
// set-up. The product of each worker starts on a copy (product.ts).
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { FullConfig } from "@playwright/test";
import { pino } from "pino";
import type { SecurityProfile } from "#contract/states.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { printSeed } from "#tests/support/run/seed.ts";
import { moveToHardened, PREPARED, THROWN_AWAY, UNPREPARED } from "#tests/support/server/product.ts";

/**
 * Begins to make a seeded database for each profile of the run, while workers and browsers start. A database gets its name once it is
 * ready. Gives the function that removes them.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright takes it so
export default function prepare({ projects }: FullConfig): undefined | (() => Promise<void>) {
  printSeed();
  if (process.env[PREPARED] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "parkering-prepared-"));
  const making = makeBoth(
    folder,
    projects.some(({ name }) => name === "hardened"),
  );
  making.catch((error: unknown) => {
    console.error(error);
    writeFileSync(join(folder, UNPREPARED), "");
  });
  process.env[PREPARED] = folder;
  return async () => {
    await making.finally(() => rmSync(folder, { recursive: true, force: true }));
  };
}

async function makeBoth(folder: string, withHardened: boolean): Promise<void> {
  const placeOf = (profile: SecurityProfile) => join(folder, profile);
  const beginningOf = (profile: SecurityProfile) => join(folder, `${profile}.begun`);
  await change(beginningOf("specified"), (url) =>
    prepareDatabase({ url, profile: "specified", seed: "demo", log: pino({ level: "silent" }) }),
  );
  renameSync(beginningOf("specified"), placeOf("specified"));
  if (!withHardened) return;
  await copyFolder(placeOf("specified"), beginningOf("hardened"));
  await change(beginningOf("hardened"), moveToHardened);
  renameSync(beginningOf("hardened"), placeOf("hardened"));
}

/** Starts the database of a folder, changes it, and stops it. */
async function change(dataDir: string, work: (url: string) => Promise<unknown>): Promise<void> {
  const database = await startEmbedded({ dataDir, log: pino({ level: "silent" }), settings: THROWN_AWAY });
  try {
    await work(database.url);
  } finally {
    await database.stop();
  }
}

/** Copies a folder with its files' owners, since PostgreSQL accepts only a folder of its own user. */
const copyFolder = (from: string, to: string) => promisify(execFile)("cp", ["-a", from, to]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = ""] = process.argv;
  mkdirSync(folder);
  await makeBoth(folder, true).catch((error: unknown) => {
    writeFileSync(join(folder, UNPREPARED), "");
    throw error;
  });
}
