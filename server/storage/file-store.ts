// A store of files, and the names of its files. There are two stores: a folder, and a bucket of S3.
import { createHash, randomBytes } from "node:crypto";
import type { Logger } from "pino";

/** Facts that are kept beside the bytes. */
export type Facts = { mimetype: string; cacheControl: string; eTag: string };

export type StoredFile = { bytes: Uint8Array; facts: Facts };

/** A name is written once and never again, so that nobody can take the place of somebody else's file. */
export type FileStore = {
  /** How an operator names it: a folder, or s3://bucket/prefix. */
  readonly address: string;
  /** To be called before a process serves. Throws for a folder that may not be written; what may pass goes to the log. */
  prepare(log: Logger): Promise<void>;
  /** Whether files can be stored just now. Throws NoRoomError, StoreError, or what the system says of the folder. */
  check(): Promise<void>;
  /** Resolves when the file would survive a power cut. Throws NoRoomError or StoreError, and leaves nothing half. */
  write(name: string, file: StoredFile): Promise<void>;
  /** The file, or null when there is none. */
  read(name: string): Promise<StoredFile | null>;
  /** Removes what is there of these. */
  remove(names: readonly string[]): Promise<void>;
  /** Every name with the time of its writing, in milliseconds since 1970; one may come twice. */
  list(): AsyncIterable<{ name: string; writtenAt: number }>;
};

/** The store does not answer, or not as it should. */
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

/** The version of a new object: its file is called by it alone. */
export const newVersion = (): string => randomBytes(32).toString("hex");

/** A row of storage.objects as far as its file is called by it. */
export type StoredRow = { bucket_id: string; name: string; version: string | null };

/** The name of a row's file. Rows that are older than such versions are called by the hash of their bucket and key. */
export function storedName({ bucket_id: bucket, name: key, version }: StoredRow): string {
  const isNew = version !== null && /^[0-9a-f]{64}$/.test(version);
  const name = isNew ? version : sha256(JSON.stringify([bucket, key])).digest("hex");
  return `${name.slice(0, 2)}/${name}`;
}

export const eTagOf = (bytes: Uint8Array): string => `"${sha256(bytes).digest("base64url").slice(0, 27)}"`;
