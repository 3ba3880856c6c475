// A store of files, and the names of its files. There are two stores: a folder, and a bucket of S3.
import { createHash, randomBytes } from "node:crypto";
import type { Logger } from "pino";

/** Facts that are kept beside the bytes. */
export type Facts = { mimetype: string; cacheControl: string; eTag: string };

export type StoredFile = { bytes: Uint8Array; facts: Facts };

/** A file that is sent in pieces, as fast as its reader takes them. */
export type OpenedFile = { content: ReadableStream<Uint8Array>; size: number; facts: Facts };

/** A name is written once and never again, so that nobody can take the place of somebody else's file. */
export type FileStore = {
  /** Name that an operator gives the store: a folder, or s3://bucket/prefix. */
  readonly address: string;
  /** Prepares the store before a process serves. Throws for a folder that may not be written; a lesser fault goes to the log. */
  prepare(log: Logger): Promise<void>;
  /** Throws when files cannot be stored just now: NoRoomError, StoreError, or the system's error about the folder. */
  check(): Promise<void>;
  /** Stores a file, and resolves when the file would survive a power cut. Throws NoRoomError or StoreError, and leaves no half file. */
  write(name: string, file: StoredFile): Promise<void>;
  /** Reads a file; null when there is none. */
  read(name: string): Promise<StoredFile | null>;
  /** Opens a file for a reader who may be slow; null when there is none. Its content is read or cancelled. */
  open(name: string): Promise<OpenedFile | null>;
  /** Removes the files of these names that exist. */
  remove(names: readonly string[]): Promise<void>;
  /** Lists every name with the moment of its writing, in milliseconds since 1970; a name may come twice. */
  list(): AsyncIterable<{ name: string; writtenAt: number }>;
};

/** The store does not answer, or answers wrongly. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** There is no room left for a file: the disk is full, or a quota or a limit of the process is reached. */
export class NoRoomError extends Error {
  override name = "NoRoomError";
}

/** Form of a stored name: two letters of it, and all of it. */
export const STORED_NAME = /^[0-9a-f]{2}\/[0-9a-f]{64}$/;

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content);

/** Makes the version of a new object, which gives its file the name. */
export const newVersion = (): string => randomBytes(32).toString("hex");

/** The part of a row of storage.objects that names its file. */
export type StoredRow = { bucket_id: string; name: string; version: string | null };

/** The name of a row's file. The file of a row that is older than such versions is named by the hash of bucket and key. */
export function storedName({ bucket_id: bucket, name: key, version }: StoredRow): string {
  const isNew = version !== null && /^[0-9a-f]{64}$/.test(version);
  const name = isNew ? version : sha256(JSON.stringify([bucket, key])).digest("hex");
  return `${name.slice(0, 2)}/${name}`;
}

export const eTagOf = (bytes: Uint8Array): string => `"${sha256(bytes).digest("base64url").slice(0, 27)}"`;
