// Commands that run the server on a disk that is soon full, on a real one where the system lets us make it.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Words to put before a command, so that `folder` is a file system of its own in it, which goes when the command ends. */
export function onSmallDisk(folder: string, megabytes: number): string[] {
  const isRoot = process.getuid?.() === 0;
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs "$0" && exec "$@"`;
  return ["unshare", isRoot ? "-m" : "-rm", "sh", "-c", mount, folder];
}

/** Words to put before a command, so that none of its files can grow beyond some 100 kB: works everywhere. */
export const withSmallFiles = (): string[] => ["sh", "-c", 'ulimit -f 128 && exec "$@"', "sh"];

/** Why this system lets us make no small disk, or null when it does. */
export function whyNoSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "parkering-disk-"));
  try {
    const [command = "", ...line] = onSmallDisk(folder, 1);
    const { status, stderr, error } = spawnSync(command, [...line, "true"], { encoding: "utf8" });
    if (status === 0) return null;
    return `this system makes no file system for us: ${error?.message ?? stderr.trim()}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A path as a process sees it that has file systems of its own. */
export const seenBy = (pid: number | undefined, path: string): string => `/proc/${pid}/root${path}`;

/** Writes zeros until nothing more fits. */
export function fillDisk(path: string): void {
  const file = openSync(path, "w");
  try {
    for (let size = 1 << 20; size >= 1; size >>= size > 4096 ? 8 : 12) {
      const zeros = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, zeros);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}
