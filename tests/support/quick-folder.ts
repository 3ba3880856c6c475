// Where tests put databases that they throw away: one is a thousand files, which a disk makes slowly.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Databases, what is written ahead of them, and photos, of all workers. */
const ENOUGH = 4 * 1024 ** 3;

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

/** What a run left that was killed would take memory until the system starts anew. */
function removeLeftOver(prefix: string): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
