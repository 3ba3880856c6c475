/** The place of an attendant's photos, and who may see them (decisions §4). */
import type { Acting } from "#data/acting.ts";
import { shiftImageAddress, uploadShiftImage } from "#data/storage.ts";
import { isStoredAlready } from "#data/data-error.ts";
import type { Session } from "./store.ts";

/** The folder of a person's photos (document 1 §7). It is named by the account if there is one, because the policies need that. */
export const photoFolder = (session: Session): string => session.accountId ?? session.userId;

/**
 * Stores a photo and returns the text that the shift keeps: the public address, or the path where a photo is shown only to people who may
 * read the shift.
 * @throws DataError when it could not be stored.
 */
export const storePhoto = (acting: Acting, session: Session, path: string, photo: Blob): Promise<string> =>
  uploadShiftImage(acting, path, photo, session.accountId !== undefined);

/** Stores a photo that may have arrived before: a photo already at the path counts as stored. @throws DataError */
export async function storePhotoOnce(acting: Acting, session: Session, path: string, photo: Blob): Promise<string> {
  try {
    return await storePhoto(acting, session, path, photo);
  } catch (error) {
    if (!isStoredAlready(error)) throw error;
    return shiftImageAddress(acting, path, session.accountId !== undefined);
  }
}
