// Keeps stored files in a folder, each with its facts beside it (`.json` behind its name).
//
// How a crash and a full disk leave nothing half: durable-files.ts.
import { readFile, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { removeUnfinished, writeTogether } from "./durable-files.ts";
import { type Facts, type FileStore, STORED_NAME } from "./file-store.ts";

/** Opens the store in a folder (absolute path), which is made with the first file. */
export function openFolderStore(folder: string): FileStore {
  const place = (name: string) => join(folder, name);
  return {
    address: folder,
    prepare: (log) =>
      removeUnfinished(folder).catch((error: Error) => log.error({ message: error.message }, "the folder of photos")),
    write: (name, { bytes, facts }) =>
      writeTogether(folder, [
        { path: `${place(name)}.json`, bytes: Buffer.from(JSON.stringify(facts)) },
        { path: place(name), bytes },
      ]),
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

/** Null when there is no such file. */
const orNull = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
