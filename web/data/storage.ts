/** Stored photos: sending one, and the addresses under which a page shows them. */
import { type Client, getClient } from "./client.ts";
import { loadConfig } from "./config.ts";
import { unwrap } from "./unwrap.ts";

/** The bucket of the shifts' photos (document 1 §7). */
const SHIFT_IMAGES = "shift-images";

/** Where photos lie that are shown by signed addresses. */
type Bucket = typeof SHIFT_IMAGES | "case-photos";

/** A year: a stored photo never changes. */
const CACHE_SECONDS = "31536000";

/**
 * Stores a photo of a shift at a path that nothing has yet, and gives what the shift keeps of it: its public address, or its path
 * where photos are shown to those alone who may read the shift.
 * @throws DataError when it could not be stored.
 */
export async function uploadShiftImage(path: string, photo: Blob, isPrivate: boolean): Promise<string> {
  const bucket = (await getClient()).storage.from(SHIFT_IMAGES);
  const stored = unwrap(
    await bucket.upload(path, photo, { contentType: photo.type, cacheControl: CACHE_SECONDS, upsert: false }),
  );
  return isPrivate ? stored.path : bucket.getPublicUrl(stored.path).data.publicUrl;
}

/** What a shift keeps of a photo that is stored at a path: as `uploadShiftImage` gives it. */
export async function shiftImageAddress(path: string, isPrivate: boolean): Promise<string> {
  if (isPrivate) return path;
  return (await getClient()).storage.from(SHIFT_IMAGES).getPublicUrl(path).data.publicUrl;
}

const PUBLIC_PATH = `/storage/v1/object/public/${SHIFT_IMAGES}/`;

/**
 * A stored address of a photo as this page reaches it: the back end may have moved since it was stored, or be known by
 * another name (localhost, 127.0.0.1). Addresses of other kinds stay as they are.
 * @param base address of the back end, without a path.
 */
export function reachableAddress(stored: string, base: string): string {
  const at = stored.indexOf(PUBLIC_PATH);
  return at === -1 ? stored : base.replace(/\/$/, "") + stored.slice(at);
}

/** Whether a shift keeps a photo by its path in the bucket: no address with a scheme, none that begins at the root. */
export const isPath = (stored: string): boolean => !/^([a-z][a-z0-9+.-]*:|\/)/i.test(stored);

/** How long a signed address is good for (the server gives no longer ones), and how much of that must be left when a list is shown with it. */
const SIGNED_SECONDS = 15 * 60;
const LEFT_MS = 6 * 60_000;

/** When lists with signed addresses are fetched again by themselves, in milliseconds: before the addresses end. */
export const RENEW_PHOTOS_MS = 5 * 60_000;

/** Signed addresses by bucket and path, for each login: a list that is fetched again shows the photos that it has loaded. */
const signed = new WeakMap<Client, Map<string, { address: string; until: number }>>();

/**
 * Signed addresses of files by their path; one that is not there, or not for this person, is left out.
 * @throws DataError when they cannot be asked for.
 */
export async function signPaths(bucket: Bucket, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const client = await getClient();
  const known = signed.get(client) ?? new Map<string, { address: string; until: number }>();
  signed.set(client, known);
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

/** Rows of shifts whose photos this page can reach. A photo that cannot be signed gets an address that shows it as broken. */
export async function withReachableImages<Shift extends { image_urls: string[] }>(shifts: Shift[]): Promise<Shift[]> {
  const base = (await loadConfig()).supabaseUrl || window.location.origin;
  const paths = shifts.flatMap((shift) => shift.image_urls.filter(isPath));
  const addresses = await signPaths(SHIFT_IMAGES, paths);
  const reach = (stored: string) =>
    isPath(stored)
      ? (addresses.get(stored) ?? reachableAddress(PUBLIC_PATH + stored, base))
      : reachableAddress(stored, base);
  return shifts.map((shift) => ({ ...shift, image_urls: shift.image_urls.map(reach) }));
}
