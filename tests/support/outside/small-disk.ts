// Commands that run the server on a disk that is soon full. The disk is real where the system lets us make one.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Prefix for a command that makes `folder` a small file system of its own, which disappears when the command ends. */
export function onSmallDisk(folder: string, megabytes: number): string[] {
  const isRoot = process.getuid?.() === 0;
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs "$0" && exec "$@"`;
  return ["unshare", isRoot ? "-m" : "-rm", "sh", "-c", mount, folder];
}

/** Prefix for a command whose files cannot grow beyond some 100 kB; it works on every system. */
export const withSmallFiles = (): string[] => ["sh", "-c", 'ulimit -f 128 && exec "$@"', "sh"];

/** Reason why this system makes no small disk for us; null when it does. */
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

/** The path by which we reach a file of a process that has file systems of its own. */
export const seenBy = (pid: number | undefined, path: string): string => `/proc/${pid}/root${path}`;

/** Writes zeros into a file until the disk is full. */
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
