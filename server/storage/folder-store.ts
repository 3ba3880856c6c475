// Keeps stored files in a folder, each with its facts beside it (`.json` behind its name). A crash, a full disk or a power cut leaves a
// whole file or none.
//
// Contract tests: tests/backend/storage/stores.test.ts, tests/faults/crash.test.ts, tests/faults/disk-full.test.ts.
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { isAlive } from "#server/database/embedded/folder-lock.ts";
import { type Facts, type FileStore, NoRoomError, STORED_NAME, StoreError, type StoredFile } from "./file-store.ts";

/**
 * Name of the folder for files that are being written. It lies in the store's folder, so that one look finds everything that a crash left
 * behind.
 */
const UNFINISHED = ".unfinished";
/** Age from which an unfinished file of another machine counts as left behind: an upload takes seconds. */
const FORGOTTEN_MS = 3_600_000;
/** Endings of a file's two parts. The part with the facts takes its place first, since facts alone are no file. */
const ENDS = [".json", ""];

/** Opens the store in a folder (absolute path), which is made with the first file; it lists names of this form. */
export function openFolderStore(folder: string, form: RegExp = STORED_NAME): FileStore {
  const place = (name: string) => join(folder, name);
  let isMade = false;
  // The folder is made once: a folder that is gone later (a disk that is not mounted) is not made anew in its place.
  const make = async () => {
    if (!isMade) await mkdir(place(UNFINISHED), { recursive: true, mode: 0o700 });
    isMade = true;
  };
  const check = async () => {
    await make();
    await withUnfinished(folder, (path) => writeDurably(path, Buffer.alloc(4096, "x")));
  };
  return {
    address: folder,
    check,
    prepare: async (log) => {
      await check().catch((error: Error) => {
        const todo = "Let the account that runs the server write there, or set STORAGE_URL to another place.";
        if (!(error instanceof NoRoomError))
          throw new Error(`Photos cannot be stored in ${folder} (${error.message}). ${todo}`, { cause: error });
        log.error({ folder }, "there is no room left for photos");
      });
      await removeUnfinished(folder).catch(({ message }: Error) => log.error({ message }, "the folder of photos"));
    },
    write: async (name, file) => {
      try {
        await make();
        await writeWhole(folder, name, file);
      } catch (error) {
        if (error instanceof NoRoomError) throw error;
        throw new StoreError(`${folder}: ${(error as Error).message}`, { cause: error });
      }
    },
    read: async (name) => {
      const [facts, bytes] = await Promise.all(ENDS.map((end) => orNull(readFile(place(name) + end))));
      return facts && bytes ? { bytes, facts: JSON.parse(facts.toString()) as Facts } : null;
    },
    open: async (name) => {
      const [facts, about] = await Promise.all([orNull(readFile(`${place(name)}.json`)), orNull(stat(place(name)))]);
      if (!facts || !about) return null;
      return { content: streamOf(place(name)), size: about.size, facts: JSON.parse(facts.toString()) as Facts };
    },
    remove: async (names) => {
      for (const name of names) await Promise.all(ENDS.map((end) => rm(place(name) + end, { force: true })));
    },
    async *list() {
      for (const entry of (await orNull(readdir(folder, { withFileTypes: true }))) ?? []) {
        if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
        for (const file of await readdir(place(entry.name))) {
          const name = `${entry.name}/${file.replace(/\.json$/, "")}`;
          const found = form.test(name) ? await orNull(stat(join(folder, entry.name, file))) : null;
          if (found) yield { name, writtenAt: found.mtimeMs };
        }
      }
    },
  };
}

/** A stream of a file, which is opened for the first piece: an answer without a body opens none. */
function streamOf(path: string): ReadableStream<Uint8Array> {
  const pieces = piecesOf(path);
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await pieces.return()),
    },
    { highWaterMark: 0 },
  );
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array, void> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

/** Reads a file; null when there is no such file. */
const orNull = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

/** Both parts are complete on the disk before the first takes its place. */
async function writeWhole(folder: string, name: string, { bytes, facts }: StoredFile): Promise<void> {
  const place = join(folder, name);
  await withUnfinished(folder, async (path) => {
    await writeDurably(`${path}.json`, Buffer.from(JSON.stringify(facts)));
    await writeDurably(path, bytes);
    // A missing folder of the store is found before this line, since writing the first bytes fails then.
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    for (const end of ENDS) await rename(path + end, place + end);
    for (const each of [dirname(place), folder]) await flushFolder(each);
  });
}

const NO_ROOM = ["ENOSPC", "EDQUOT", "EFBIG"];

/** Gives `work` the path of a new unfinished file, which is removed in any case. Throws NoRoomError, and the system's errors. */
async function withUnfinished(folder: string, work: (path: string) => Promise<void>): Promise<void> {
  const path = join(folder, UNFINISHED, `${hostname()} ${process.pid} ${randomUUID()}`);
  try {
    await work(path);
  } catch (error) {
    const isFull = NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? "");
    throw isFull ? new NoRoomError("There is no room left for the file.", { cause: error }) : error;
  } finally {
    for (const end of ENDS) await rm(path + end, { force: true }).catch(() => undefined);
  }
}

/**
 * Removes unfinished files of processes that died; several servers may share the folder. Called before this process writes, since a
 * container's process has the number of the one before.
 */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await orNull(readdir(join(folder, UNFINISHED)))) ?? []) {
    const path = join(folder, UNFINISHED, name);
    const [host, pid] = [name.split(" ")[0], Number(name.split(" ")[1])];
    const writtenAt = (await orNull(stat(path)))?.mtimeMs ?? Infinity;
    const isLeft = host === hostname() ? pid === process.pid || !isAlive(pid) : Date.now() - writtenAt > FORGOTTEN_MS;
    if (isLeft) await rm(path, { force: true });
  }
}

/** Flushes the bytes to the disk. */
const writeDurably = (path: string, bytes: Uint8Array) =>
  writeFile(path, bytes, { flag: "wx", mode: 0o600, flush: true });

/** Flushes the folder, with which a name is on the disk; a system that cannot flush a folder does without. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
