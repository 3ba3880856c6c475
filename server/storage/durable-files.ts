// Writes files so that a crash, a full disk or a power cut leaves the old ones or the new ones, and nothing half.
//
// Contract tests: tests/faults/crash.test.ts, tests/faults/disk-full.test.ts.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { isAlive } from "#server/database/folder-lock.ts";

/** Files that are being written lie here, below the folder itself, so that one look finds what a crash left behind. */
const UNFINISHED = ".unfinished";
/** An upload takes seconds: what another machine has left for an hour is nobody's. */
const FORGOTTEN_MS = 3_600_000;

/** There is no room left for a file: the disk is full, or a quota or a limit of the process is reached. */
export class NoRoomError extends Error {
  override name = "NoRoomError";
}

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/**
 * Writes files that belong together: every one is complete on the disk before the first takes its place, in the order given.
 * @param folder the folder that all of them lie below, made by `makeFolder`: one that is gone (a disk that is not mounted) is not made
 * anew in its place
 * @throws {NoRoomError} when they do not fit; nothing is left of them then
 */
export async function writeTogether(
  folder: string,
  files: readonly { path: string; bytes: Uint8Array }[],
): Promise<void> {
  const written: string[] = [];
  try {
    for (const { bytes } of files) {
      const temporary = newUnfinished(folder);
      written.push(temporary);
      await writeDurably(temporary, bytes);
    }
    // Behind the first bytes: a folder that is gone has refused them.
    for (const { path } of files) await mkdir(dirname(path), { recursive: true });
    for (const [index, { path }] of files.entries()) await rename(written[index] ?? "", path);
    for (const parent of new Set([...files.map(({ path }) => dirname(path)), folder])) await flushFolder(parent);
  } catch (error) {
    await Promise.all(written.map((path) => rm(path, { force: true })));
    throw NO_ROOM.has(codeOf(error)) ? new NoRoomError("There is no room left for the file.", { cause: error }) : error;
  }
}

/** Makes the folder with all that leads to it. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(join(folder, UNFINISHED), { recursive: true });
}

/** Writes a small file below a folder that was made, and removes it again. @throws {NoRoomError} and what the system says */
export async function tryFolder(folder: string): Promise<void> {
  const path = newUnfinished(folder);
  try {
    await writeDurably(path, Buffer.alloc(4096, "x"));
  } catch (error) {
    throw NO_ROOM.has(codeOf(error)) ? new NoRoomError("There is no room left.", { cause: error }) : error;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

const newUnfinished = (folder: string) => join(folder, UNFINISHED, `${hostname()} ${process.pid} ${randomUUID()}`);

/**
 * Removes what processes that died were writing below `folder`; several servers may share it. Called before this process writes:
 * a container's process has the number of the one before.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const place = join(folder, UNFINISHED);
  const names = await readdir(place).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    const [host, pid] = name.split(" ");
    const path = join(place, name);
    const isLeft = host === hostname() ? hasDied(Number(pid)) : await isForgotten(path);
    if (isLeft) await rm(path, { force: true });
  }
}

const hasDied = (pid: number) => pid === process.pid || !isAlive(pid);

async function isForgotten(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  return file !== null && Date.now() - file.mtimeMs > FORGOTTEN_MS;
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name is on the disk once its folder is; systems that cannot flush a folder do without. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
