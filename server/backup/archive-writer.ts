// Writes the backup's .tar.gz under another name, flushes it, and renames it once it is whole.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import type { Bytes } from "./encryption.ts";
import { BackupError } from "./format.ts";

export type Archive = {
  /** Adds a file of exactly `size` bytes. */
  add(name: string, size: number, body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /** Ends the file, flushes it to disk and gives it its name. Gives the file's size in bytes. */
  finish(): Promise<number>;
  /** Removes the unfinished file; after `finish` it does nothing. */
  discard(): Promise<void>;
};

/**
 * Begins a file that only its owner may read (it will hold password hashes and keys), whose bytes go through `encrypt` last.
 * Throws BackupError when `file` exists.
 */
export async function createArchive(
  file: string,
  encrypt: (source: Bytes) => Bytes = (source) => source,
): Promise<Archive> {
  if (existsSync(file)) throw fileExists(file);
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`;
  const handle = await open(partial, "wx", 0o600);
  const packed = packInto((source) => pipeline(source, encrypt, handle.createWriteStream({ flush: true })));
  let isOpen = true;
  return {
    add: packed.add,
    finish: async () => {
      await packed.finish();
      const { size } = await stat(partial);
      if (existsSync(file)) throw fileExists(file);
      await rename(partial, file);
      isOpen = false;
      await flushFolder(dirname(file));
      return size;
    },
    discard: async () => {
      if (!isOpen) return;
      isOpen = false;
      await packed.discard();
      await rm(partial, { force: true });
    },
  };
}

/** A .tar.gz that goes to a sink as it grows: `finish` waits for the sink, `discard` ends it with an error. */
export type Packed = Pick<Archive, "add"> & { finish(): Promise<void>; discard(): Promise<void> };

/** Begins a .tar.gz whose bytes `sink` takes. */
export function packInto(sink: (source: Bytes) => Promise<void>): Packed {
  const packer = createTarPacker();
  const zipped = createGzip();
  const written = Promise.all([pipeline(Readable.fromWeb(packer.readable as never), zipped), sink(zipped)]);
  // A failed write reaches the caller through `add` and `finish`, and not as an unhandled rejection.
  written.catch(() => undefined);
  return {
    add: async (name, size, body) => {
      try {
        const entry = packer.controller.add({ name, size, mode: 0o600 }).getWriter();
        for await (const chunk of body) await entry.write(chunk);
        await entry.close();
      } catch (error) {
        packer.controller.error(error);
        // The disk's own error is thrown where it is the cause.
        await written;
        throw error;
      }
    },
    finish: async () => {
      packer.controller.finalize();
      await written;
    },
    discard: async () => {
      packer.controller.error(new Error("discarded"));
      await written.catch(() => undefined);
    },
  };
}

function fileExists(file: string): BackupError {
  return new BackupError(`${file} exists already. Choose another name: a backup is never overwritten.`);
}

/** Makes a new name in a folder survive a power cut. Windows has no call for it, and keeps names by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
