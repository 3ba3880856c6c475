// Keeps stored files in a folder, each with its facts beside it (`.json` behind its name).
//
// How a crash and a full disk leave nothing half: durable-files.ts.
import { readFile, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, NoRoomError, removeUnfinished, tryFolder, writeTogether } from "./durable-files.ts";
import { type Facts, type FileStore, STORED_NAME, StoreError } from "./file-store.ts";

/** Opens the store in a folder (absolute path), which is made with the first file. */
export function openFolderStore(folder: string): FileStore {
  const place = (name: string) => join(folder, name);
  let making: Promise<void> | undefined;
  const make = () =>
    (making ??= makeFolder(folder).catch((error: unknown) => {
      making = undefined;
      throw error;
    }));
  return {
    address: folder,
    prepare: async (log) => {
      try {
        await make();
        await tryFolder(folder);
      } catch (error) {
        if (!(error instanceof NoRoomError)) throw unwritable(folder, error as Error);
        log.error({ folder }, "there is no room left for photos");
      }
      await removeUnfinished(folder).catch((error: Error) =>
        log.error({ message: error.message }, "the folder of photos"),
      );
    },
    check: () => tryFolder(folder),
    write: async (name, { bytes, facts }) => {
      try {
        await make();
        await writeTogether(folder, [
          { path: `${place(name)}.json`, bytes: Buffer.from(JSON.stringify(facts)) },
          { path: place(name), bytes },
        ]);
      } catch (error) {
        throw error instanceof NoRoomError
          ? error
          : new StoreError(`${folder}: ${(error as Error).message}`, { cause: error });
      }
    },
    read: async (name) => {
      const [bytes, facts] = await Promise.all([
        orNull(readFile(place(name))),
        orNull(readFile(`${place(name)}.json`)),
      ]);
      return bytes && facts && { bytes, facts: JSON.parse(facts.toString()) as Facts };
    },
    remove: async (names) => {
      for (const name of names)
        await Promise.all([rm(place(name), { force: true }), rm(`${place(name)}.json`, { force: true })]);
    },
    async *list() {
      for (const first of (await orNull(readdir(folder))) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(first)) continue;
        for (const file of await readdir(place(first))) {
          const name = `${first}/${file.replace(/\.json$/, "")}`;
          const found = STORED_NAME.test(name) ? await orNull(stat(join(folder, first, file))) : null;
          if (found) yield { name, writtenAt: found.mtimeMs };
        }
      }
    },
  };
}

const unwritable = (folder: string, { message }: Error) =>
  new Error(
    `Photos cannot be stored in ${folder} (${message}). Let the account that runs the server write there, or set STORAGE_URL to another ` +
      "place.",
  );

/** Null when there is no such file. */
const orNull = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
