/** Sends the photos that a stored fine lists. */
import type { Acting } from "../acting.ts";
import { CASE_PHOTOS } from "./photo-path.ts";
import { toDataError } from "../data-error.ts";

/** A year: a stored photo never changes. */
const CACHE_SECONDS = "31536000";

/**
 * Stores the file of a listed photo. A file that is already there counts as stored, because only the earlier answer was lost.
 * @throws DataError when it could not be stored.
 */
export async function uploadCasePhoto(acting: Acting, path: string, photo: Blob): Promise<void> {
  const client = await acting.client();
  const { error } = await client.storage
    .from(CASE_PHOTOS)
    .upload(path, photo, { contentType: photo.type, cacheControl: CACHE_SECONDS, upsert: false });
  if (error === null || ("statusCode" in error && error.statusCode === "409")) return;
  throw toDataError(error);
}
