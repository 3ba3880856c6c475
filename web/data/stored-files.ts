/** Files in the store's buckets: how a screen stores one once, and the signed addresses by which it shows those that are not public. */
import type { Acting, ActingPerson } from "./acting.ts";
import type { Client } from "./client.ts";
import { isStoredAlready, toDataError } from "./data-error.ts";
import { unwrap } from "./unwrap.ts";

/** The bucket of the pictures of properties, which everybody may see (document 5 §1). */
const PROPERTY_IMAGES = "property-images";

/** The bucket of photos of work: faults of cars. */
const WORK_PHOTOS = "work-photos";

/** The buckets whose photos have signed addresses. */
type Bucket = "shift-images" | typeof WORK_PHOTOS | "case-photos";

/** A year: a stored photo never changes. */
export const CACHE_SECONDS = "31536000";

/** Stores a photo that may have arrived before, when only the answer was lost. @throws DataError when it could not be stored */
async function storeOnce(acting: Acting, bucketId: string, path: string, photo: Blob) {
  const bucket = (await acting.client()).storage.from(bucketId);
  const options = { contentType: photo.type, cacheControl: CACHE_SECONDS, upsert: false };
  const { error } = await bucket.upload(path, photo, options);
  const failure = error && toDataError(error);
  if (failure !== null && !isStoredAlready(failure)) throw failure;
  return bucket;
}

/**
 * Stores a picture of a property and returns its address, as a property keeps it: without an origin where this page's own server has it.
 * @throws DataError when it could not be stored.
 */
export async function uploadPropertyImage(acting: Acting, path: string, photo: Blob): Promise<string> {
  const { publicUrl } = (await storeOnce(acting, PROPERTY_IMAGES, path, photo)).getPublicUrl(path).data;
  const { origin } = window.location;
  return publicUrl.startsWith(`${origin}/`) ? publicUrl.slice(origin.length) : publicUrl;
}

/**
 * Stores a photo of work in the person's own folder, and returns its path: by the account where there is one, because the policies need
 * that. @throws DataError when it could not be stored
 */
export async function uploadWorkPhoto(acting: ActingPerson, { id, file }: { id: string; file: Blob }): Promise<string> {
  const { data } = await (await acting.client()).auth.getSession();
  const path = `${data.session?.user.id ?? acting.id.replaceAll(/[^\w-]/g, "_")}/${id}.jpg`;
  await storeOnce(acting, WORK_PHOTOS, path, file);
  return path;
}

/** Signed addresses of photos of work, by path. */
export const signWorkPhotos = (acting: Acting, paths: readonly string[]) => signPaths(acting, WORK_PHOTOS, paths);

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
