// The databases that journeys begin with, made once a run: Playwright's global set-up. Each worker's product starts on a copy (product.ts).
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { pino } from "pino";
import type { SecurityProfile } from "#contract/states.ts";
import { startEmbedded } from "#server/database/embedded.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { moveToHardened, PREPARED, THROWN_AWAY } from "./product.ts";

/** Makes a seeded database of each profile that is asked about, and gives the way to remove them. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes it so
export default async function prepare({ projects }: FullConfig): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "parkering-prepared-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const placeOf = (profile: SecurityProfile) => join(folder, profile);
  try {
    await change(placeOf("specified"), (url) =>
      prepareDatabase({ url, profile: "specified", seed: "demo", log: pino({ level: "silent" }) }),
    );
    if (projects.some(({ name }) => name === "hardened")) {
      copyFolder(placeOf("specified"), placeOf("hardened"));
      await change(placeOf("hardened"), moveToHardened);
    }
  } catch (error) {
    remove();
    throw error;
  }
  process.env[PREPARED] = folder;
  return remove;
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

/** Copies a folder with whose it is: a database is its own user's. */
const copyFolder = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);
