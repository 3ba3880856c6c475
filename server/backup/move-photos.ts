// Copies stored photos from one place to another, while the server runs: a folder, or a bucket of S3, in any direction.
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { readSettings } from "#server/settings.ts";
import type { FileStore, StoredFile } from "#server/storage/file-store.ts";
import { openStore } from "#server/storage/open-store.ts";

const AT_ONCE = 4;

/** Result of `npm run move-photos`: files that were copied, were there already, or were gone. */
export type MoveResult = { copied: number; there: number; gone: number };

/** The store that an operator names as STORAGE_URL would; folders start from `root`. Throws SettingsError. */
export function openNamed(url: string, variables: Record<string, string | undefined>, root: string): FileStore {
  const { S3_ENDPOINT, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = variables;
  const given = { S3_ENDPOINT, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, STORAGE_URL: url };
  return openStore(readSettings(given, resolve(root)));
}

/**
 * Copies every file of `from` that `to` lacks, and compares all files byte by byte, also those that were there before. The move may be
 * repeated. Throws when a copy differs.
 */
export async function movePhotos(from: FileStore, to: FileStore, signal?: AbortSignal): Promise<MoveResult> {
  const moved: MoveResult = { copied: 0, there: 0, gone: 0 };
  const names = new Set<string>();
  for await (const { name } of from.list()) names.add(name);
  const left = [...names];
  const work = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      signal?.throwIfAborted();
      moved[await copy(from, to, name)] += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return moved;
}

async function copy(from: FileStore, to: FileStore, name: string): Promise<keyof MoveResult> {
  const file = await from.read(name);
  // The photo was removed since it was listed, or is the rest of an upload that was cut off.
  if (file === null) return "gone";
  if (isSame(file, await to.read(name))) return "there";
  await to.write(name, file);
  if (isSame(file, await to.read(name))) return "copied";
  throw new Error(`${name} is not the same in ${to.address} as in ${from.address}.`);
}

const isSame = (file: StoredFile, other: StoredFile | null): boolean =>
  other !== null && file.bytes.length === other.bytes.length && hashOf(file) === hashOf(other);

const hashOf = ({ bytes, facts }: StoredFile): string =>
  createHash("sha256")
    .update(JSON.stringify([facts.mimetype, facts.cacheControl, facts.eTag]))
    .update(bytes)
    .digest("hex");

/** The lines that the command prints at its end. */
export function describeMove({ copied, there, gone }: MoveResult, from: FileStore, to: FileStore): string {
  const lost = gone === 0 ? "" : `\n  ${gone} files were removed meanwhile, or were never whole.`;
  return `${copied} photos were copied to ${to.address}, ${there} were there; each was compared.${lost}

  Next: set STORAGE_URL=${to.address} and start the server again. Then run this command once more: it copies what people
  stored in the meantime. Remove ${from.address} when the photos show.`;
}
