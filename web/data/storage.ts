/** Stored photos: uploads, and the addresses by which a page shows them. */
import type { Acting } from "./acting.ts";
import type { Client } from "./client.ts";
import { loadConfig } from "./config.ts";
import { unwrap } from "./unwrap.ts";

/** The bucket of the shifts' photos (document 1 §7). */
const SHIFT_IMAGES = "shift-images";

/** The buckets whose photos have signed addresses. */
type Bucket = typeof SHIFT_IMAGES | "case-photos";

/** A year: a stored photo never changes. */
const CACHE_SECONDS = "31536000";

/**
 * Stores a photo of a shift at a new path and returns the text that the shift keeps: its public address, or its path where only people who
 * may read the shift see photos.
 * @throws DataError when it could not be stored.
 */
export async function uploadShiftImage(acting: Acting, path: string, photo: Blob, isPrivate: boolean): Promise<string> {
  const bucket = (await acting.client()).storage.from(SHIFT_IMAGES);
  const stored = unwrap(
    await bucket.upload(path, photo, { contentType: photo.type, cacheControl: CACHE_SECONDS, upsert: false }),
  );
  return isPrivate ? stored.path : bucket.getPublicUrl(stored.path).data.publicUrl;
}

/** The text that a shift keeps of a photo stored at a path, as `uploadShiftImage` returns it. */
export async function shiftImageAddress(acting: Acting, path: string, isPrivate: boolean): Promise<string> {
  if (isPrivate) return path;
  return (await acting.client()).storage.from(SHIFT_IMAGES).getPublicUrl(path).data.publicUrl;
}

const PUBLIC_PATH = `/storage/v1/object/public/${SHIFT_IMAGES}/`;

/**
 * The stored address of a photo, changed so that this page can reach it: the back end may have moved since, or have another name
 * (localhost, 127.0.0.1). Other addresses stay unchanged.
 * @param base address of the back end, without a path.
 */
export function reachableAddress(stored: string, base: string): string {
  const at = stored.indexOf(PUBLIC_PATH);
  return at === -1 ? stored : base.replace(/\/$/, "") + stored.slice(at);
}

/** Whether a shift keeps a photo by its path in the bucket: no scheme, and no slash at the start. */
export const isPath = (stored: string): boolean => !/^([a-z][a-z0-9+.-]*:|\/)/i.test(stored);

/** The lifetime of a signed address (the server gives no longer ones), and the time that must be left when a list is shown. */
const SIGNED_SECONDS = 15 * 60;
const LEFT_MS = 6 * 60_000;

/** The interval at which lists with signed addresses are fetched, in milliseconds; it is shorter than the addresses' lifetime. */
export const RENEW_PHOTOS_MS = 5 * 60_000;

/** Signed addresses by bucket and path, for each login. A list that is fetched again reuses them, so that its photos do not load again. */
const signed = new WeakMap<Client["storage"], Map<string, { address: string; until: number }>>();

/**
 * Signed addresses of files, by path. A file that is missing, or not for this person, is left out.
 * @throws DataError when they cannot be asked for.
 */
export async function signPaths(
  acting: Acting,
  bucket: Bucket,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const client = await acting.client();
  const known = signed.get(client.storage) ?? new Map<string, { address: string; until: number }>();
  signed.set(client.storage, known);
  const now = Date.now();
  const wanted = [...new Set(paths)];
  const missing = wanted.filter((path) => (known.get(`${bucket}/${path}`)?.until ?? 0) < now + LEFT_MS);
  if (missing.length > 0) {
    const answers = unwrap(await client.storage.from(bucket).createSignedUrls(missing, SIGNED_SECONDS));
    for (const { path, signedUrl, error } of answers) {
      if (path === null || signedUrl === null || error !== null) continue;
      known.set(`${bucket}/${path}`, { address: signedUrl, until: now + SIGNED_SECONDS * 1000 });
    }
  }
  const addressOf = (path: string) => known.get(`${bucket}/${path}`)?.address;
  return new Map(wanted.flatMap((path) => (addressOf(path) === undefined ? [] : [[path, addressOf(path) ?? ""]])));
}

/** Rows of shifts with photo addresses that this page can reach. A photo that cannot be signed gets an address that shows it as broken. */
export async function withReachableImages<Shift extends { image_urls: string[] }>(
  acting: Acting,
  shifts: Shift[],
): Promise<Shift[]> {
  const base = (await loadConfig()).supabaseUrl || window.location.origin;
  const paths = shifts.flatMap((shift) => shift.image_urls.filter(isPath));
  const addresses = await signPaths(acting, SHIFT_IMAGES, paths);
  const reach = (stored: string) =>
    isPath(stored)
      ? (addresses.get(stored) ?? reachableAddress(PUBLIC_PATH + stored, base))
      : reachableAddress(stored, base);
  return shifts.map((shift) => ({ ...shift, image_urls: shift.image_urls.map(reach) }));
}
