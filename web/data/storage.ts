/** Stored files: sending one, and its public address. */
import { getClient } from "./client.ts";
import { loadConfig } from "./config.ts";
import { unwrap } from "./unwrap.ts";

/** The bucket of the shifts' photos (document 1 §7). */
const SHIFT_IMAGES = "shift-images";

/** A year: a stored photo never changes. */
const CACHE_SECONDS = "31536000";

/**
 * Stores a photo of a shift at a path that nothing has yet and gives its public address.
 * @throws DataError when it could not be stored.
 */
export async function uploadShiftImage(path: string, photo: Blob): Promise<string> {
  const bucket = (await getClient()).storage.from(SHIFT_IMAGES);
  const stored = unwrap(
    await bucket.upload(path, photo, { contentType: photo.type, cacheControl: CACHE_SECONDS, upsert: false }),
  );
  return bucket.getPublicUrl(stored.path).data.publicUrl;
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

/** Rows of shifts whose photos this page can reach. */
export async function withReachableImages<Shift extends { image_urls: string[] }>(shifts: Shift[]): Promise<Shift[]> {
  const base = (await loadConfig()).supabaseUrl || window.location.origin;
  return shifts.map((shift) => ({ ...shift, image_urls: shift.image_urls.map((url) => reachableAddress(url, base)) }));
}
