// The place of databases that tests throw away: a database is a thousand files, which a disk makes slowly.
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Free memory from which folders are made in memory: room for the databases, write-ahead logs and photos of all workers. */
const ENOUGH = 4 * 1024 ** 3;
/**
 * Age from which a folder counts as left over. It is longer than any run: the process of another container that shares the memory is not
 * visible here, and may still be at work.
 */
const LEFT_OVER_MS = 60 * 60_000;

/** Makes a folder: in memory where the system has enough of it, on the disk for measurements, which do not run in vitest. */
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

/** Removes folders of killed runs, which would take memory until the system is restarted. */
function removeLeftOver(prefix: string): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : Number.NaN;
    const folder = join(MEMORY, name);
    if (pid > 0 && !isAlive(pid) && isOld(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a folder's contents have not changed for `LEFT_OVER_MS`. A folder that another worker has just removed is not old. */
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
