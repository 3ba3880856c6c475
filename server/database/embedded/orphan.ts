// Ends a database process that a killed server left behind, so that the next start can take its folder.
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { commandOf, isAlive } from "./folder-lock.ts";

const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/** Facts that PostgreSQL writes about itself into its folder. */
export type Postmaster = { pid: number; port: number; ready: boolean };

/** The postmaster.pid of a PostgreSQL folder, `null` when there is none. */
export function readPostmaster(folder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return Number.isInteger(pid) && pid > 0 ? { pid, port, ready: lines[7]?.trim() === "ready" } : null;
  } catch {
    return null;
  }
}

/** The PostgreSQL that runs on `folder`, `null` when none does (the number in its file may be another program's by now). */
export function findPostmaster(folder: string): Postmaster | null {
  const left = readPostmaster(folder);
  if (left === null) return null;
  const command = commandOf(left.pid);
  return isAlive(left.pid) && (command === null || command.includes(folder)) ? left : null;
}

/**
 * Ends the PostgreSQL that still runs on `folder`, if one does. Its clients are cut off; committed changes stay. Removes a postmaster.pid
 * whose process is gone, or whose number now belongs to another program. The caller holds the folder's lock.
 */
export async function endOrphan(folder: string, log: Logger): Promise<void> {
  const left = findPostmaster(folder);
  if (left === null) return rmSync(join(folder, "postmaster.pid"), { force: true });
  log.warn({ pid: left.pid }, "a database process was left behind by a server that died; it is stopped first");
  await endProcess(left.pid);
}

/** Fast shutdown, then the immediate one, which is safe and costs a recovery at the next start. Throws when neither works. */
export async function endProcess(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ["SIGINT", FAST_SHUTDOWN_MS],
    ["SIGQUIT", IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    try {
      // Windows has no signals: Node ends the process, and PostgreSQL recovers from its log.
      process.kill(pid, process.platform === "win32" ? "SIGKILL" : signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
      throw error;
    }
    for (const until = performance.now() + patience; performance.now() < until; await pause(25)) {
      if (!isAlive(pid)) return;
    }
  }
  throw new Error(`The database process ${pid} does not stop.`);
}

/**
 * Ends the processes of connections that a dead postmaster left behind: PostgreSQL does not start again until the last of them has ended
 * its statement. Committed changes stay. Nothing happens while a postmaster lives, or where the system has no /proc.
 */
export function endLeftBehind(folder: string): void {
  if (findPostmaster(folder) !== null) return;
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended by itself.
    }
  }
}

/** The PostgreSQL processes whose working folder is this one. */
function processesIn(folder: string): number[] {
  try {
    const place = realpathSync(folder);
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && placeOf(name) === place)
      .map(Number)
      .filter((pid) => commandOf(pid)?.startsWith("postgres:"));
  } catch {
    return [];
  }
}

function placeOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
