// Where tests put databases that they throw away: one is a thousand files, which a disk makes slowly.
import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Databases, what is written ahead of them, and photos, of all workers. */
const ENOUGH = 4 * 1024 ** 3;

/** Makes a folder, in memory where the system gives that much of it; measurements, which vitest does not run, have the disk. */
export const makeQuickFolder = (prefix: string): string =>
  mkdtempSync(join(process.env["VITEST"] !== undefined && isRoomy() ? MEMORY : tmpdir(), prefix));

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}
