// The place of databases that tests throw away: a database is a thousand files, which a disk makes slowly.
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Databases, what is written ahead of them, and photos, of all workers. */
const ENOUGH = 4 * 1024 ** 3;
/** Longer than a run: whoever shares the memory from another container is not seen here, and may be at work. */
const LEFT_OVER_MS = 60 * 60_000;

/** Makes a folder, in memory where the system gives that much of it; measurements, which vitest does not run, have the disk. */
export function makeQuickFolder(prefix: string): string {
  const inMemory = process.env["VITEST"] !== undefined && isRoomy();
  if (inMemory) removeLeftOver(prefix);
  return mkdtempSync(join(inMemory ? MEMORY : tmpdir(), `${prefix}${process.pid}-`));
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}

/** Folders of a killed run would take memory until the system starts anew. */
function removeLeftOver(prefix: string): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : Number.NaN;
    const folder = join(MEMORY, name);
    if (pid > 0 && !isAlive(pid) && isOld(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether nothing came into a folder, or left it, for that long; not so when another worker removed it just now. */
function isOld(folder: string): boolean {
  const stored = statSync(folder, { throwIfNoEntry: false });
  return stored !== undefined && Date.now() - stored.mtimeMs > LEFT_OVER_MS;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
