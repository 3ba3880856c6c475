// Lock that lets one live server work on a data folder: a file names the process, and the process itself proves that it lives.
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Another live server works on the data folder. */
export class DataFolderInUseError extends Error {
  override name = "DataFolderInUseError";
}

type Owner = { pid: number; started: string | null };

/** Folders of this very process: its own pid in a file proves nothing by itself. */
const heldHere = new Set<string>();

/** A hold on a data folder. `confirm` writes our name again once the database is ours; `release` gives the folder free. */
export type FolderLock = { confirm(): void; release(): void };

/** Takes the folder, also from a process that died. Throws DataFolderInUseError while its holder lives. */
export function lockFolder(dataDir: string): FolderLock {
  const folder = resolve(dataDir);
  const file = join(folder, "server.lock");
  const self: Owner = { pid: process.pid, started: startOf(process.pid) };
  // Two servers that take a dead server's folder at once are told apart by PostgreSQL's own lock (embedded.ts).
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(self), { flag: "wx", mode: 0o600 });
      heldHere.add(folder);
      return {
        confirm: () => {
          writeFileSync(`${file}.new`, JSON.stringify(self), { mode: 0o600 });
          renameSync(`${file}.new`, file);
        },
        release: () => {
          heldHere.delete(folder);
          if (readOwner(file)?.pid === self.pid) rmSync(file, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const owner = readOwner(file);
      if (owner && isHeld(folder, owner)) throw inUse(folder, owner.pid);
      rmSync(file, { force: true });
    }
  }
  throw inUse(folder, null);
}

/** The error for a folder that another process holds. */
export function inUse(folder: string, pid: number | null): DataFolderInUseError {
  const who = pid === null ? "Another server" : `Another server (process ${pid})`;
  return new DataFolderInUseError(
    `${who} works on the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
  );
}

function readOwner(file: string): Owner | null {
  try {
    const found = JSON.parse(readFileSync(file, "utf8")) as Partial<Owner>;
    return typeof found.pid === "number" ? { pid: found.pid, started: found.started ?? null } : null;
  } catch {
    return null;
  }
}

function isHeld(folder: string, owner: Owner): boolean {
  if (owner.pid === process.pid) return heldHere.has(folder);
  // A recycled process number belongs to a process that started at another time.
  return isAlive(owner.pid) && (owner.started === null || startOf(owner.pid) === owner.started);
}

/** Whether a process runs (one that has died and waits for its parent does not count). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return statOf(pid)?.[0] !== "Z";
}

/** The fields of /proc/<pid>/stat from the state on; the name before them may hold anything and is cut off. */
function statOf(pid: number): string[] | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function startOf(pid: number): string | null {
  const ticks = statOf(pid)?.[19];
  if (ticks !== undefined) return ticks;
  if (process.platform === "win32" || process.platform === "linux") return null;
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return null;
  }
}

/** The command line of a process, `null` where the system does not tell. */
export function commandOf(pid: number): string | null {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    if (process.platform === "win32") return null;
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return null;
  }
}
