// Encrypts a backup as `age` does (age-encryption.org/v1), by a passphrase or for public keys, and decrypts it.
import { readFileSync } from "node:fs";
import { ReadableStream as NodeStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";
import type { Settings } from "#server/settings.ts";
import { BackupError } from "./format.ts";

/** Keys of the settings BACKUP_…: the key that encrypts backups, and the file of the key that reads them. */
export type BackupKeys = Settings["backup"];

/** No keys: nothing is encrypted, and no encrypted file can be read. */
export const NO_KEYS: BackupKeys = { passphrase: null, recipients: [], identityFile: null };

/** A stream of bytes. */
export type Bytes = AsyncIterable<Uint8Array>;

const HEADER = Buffer.from("age-encryption.org/v1\n");

/** Whether backups that are made with these keys are encrypted. */
export const isEncrypting = ({ passphrase, recipients }: BackupKeys): boolean =>
  passphrase !== null || recipients.length > 0;

/** Whether these keys read encrypted backups. */
export const isDecrypting = ({ passphrase, identityFile }: BackupKeys): boolean =>
  passphrase !== null || identityFile !== null;

/** Encrypts a stream, or hands it on unchanged when no key says how. Throws BackupError when a public key cannot be read. */
export function encryptor(keys: BackupKeys): (source: Bytes) => Bytes {
  if (!isEncrypting(keys)) return (source) => source;
  const encrypter = new Encrypter();
  if (keys.passphrase !== null) encrypter.setPassphrase(keys.passphrase);
  for (const recipient of keys.recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new BackupError(`BACKUP_RECIPIENTS: "${recipient}" is no public key of age.`, { cause: error });
    }
  }
  return async function* encrypt(source) {
    yield* asBytes(await encrypter.encrypt(asStream(source)));
  };
}

/**
 * Decrypts a stream, or gives the source itself when it was never encrypted. Throws BackupError when the keys do not open it, and an error
 * of `age-encryption` when it is damaged or goes on behind its end.
 */
export async function* decrypt(source: Bytes, keys: BackupKeys): AsyncGenerator<Uint8Array, void, undefined> {
  const { isEncrypted, whole } = await look(source);
  yield* isEncrypted ? decryptWhole(whole, keys) : whole;
}

/** Decrypts as `decrypt` does, and throws BackupError with `problem` for what was never encrypted: everybody can write that. */
export async function* decryptOnly(
  source: Bytes,
  keys: BackupKeys,
  problem = "It is not encrypted, as all files of an archive are.",
): AsyncGenerator<Uint8Array, void, undefined> {
  const { isEncrypted, whole } = await look(source);
  if (!isEncrypted) throw new BackupError(problem);
  yield* decryptWhole(whole, keys);
}

async function look(source: Bytes): Promise<{ isEncrypted: boolean; whole: Bytes }> {
  const bytes = source[Symbol.asyncIterator]();
  const start = await readStart(bytes);
  return { isEncrypted: start.subarray(0, HEADER.length).equals(HEADER), whole: follow(start, bytes) };
}

async function* decryptWhole(whole: Bytes, keys: BackupKeys): AsyncGenerator<Uint8Array, void, undefined> {
  const opened = await createDecrypter(keys)
    .decrypt(asStream(whole))
    .catch((error: Error) => {
      if (!/no identity matched/.test(error.message)) throw error;
      throw new BackupError(
        "The backup is encrypted with another key than BACKUP_PASSPHRASE or BACKUP_IDENTITY_FILE.",
        {
          cause: error,
        },
      );
    });
  yield* asBytes(opened);
}

/** Node's streams are streams of the web in all but their types. */
const asStream = (bytes: Bytes) => NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>;
const asBytes = (stream: ReadableStream<Uint8Array>) => stream as unknown as Bytes;

function createDecrypter({ passphrase, identityFile }: BackupKeys): Decrypter {
  if (passphrase === null && identityFile === null)
    throw new BackupError("The backup is encrypted. Set BACKUP_PASSPHRASE or BACKUP_IDENTITY_FILE to what opens it.");
  const decrypter = new Decrypter();
  if (passphrase !== null) decrypter.addPassphrase(passphrase);
  const lines = identityFile === null ? [] : readFileSync(identityFile, "utf8").split("\n");
  const identities = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  if (identityFile !== null && identities.length === 0) throw noIdentity(identityFile);
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch (error) {
      // The text of the original error may repeat the key, so it is left out.
      throw noIdentity(identityFile ?? "", error);
    }
  }
  return decrypter;
}

const noIdentity = (file: string, cause?: unknown) =>
  new BackupError(`BACKUP_IDENTITY_FILE: ${file} holds no identity of age (AGE-SECRET-KEY-…).`, { cause });

/** The first bytes of a file, enough to see whether it is encrypted; fewer when the file is shorter. */
async function readStart(bytes: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < HEADER.length) {
    const { done, value } = await bytes.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* follow(
  start: Uint8Array,
  bytes: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (start.length > 0) yield start;
  for (;;) {
    const { done, value } = await bytes.next();
    if (done) return;
    yield value;
  }
}
