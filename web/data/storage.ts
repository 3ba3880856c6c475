/** Photos of shifts: uploads, and the addresses by which a page shows them. */
import type { Acting } from "./acting.ts";
import { loadConfig } from "./config.ts";
import { CACHE_SECONDS, signPaths } from "./stored-files.ts";
import { unwrap } from "./unwrap.ts";

/** The bucket of the shifts' photos (document 1 §7). */
const SHIFT_IMAGES = "shift-images";

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
