/** Where an attendant's photos go, and who may see them (decisions §4). */
import { shiftImageAddress, uploadShiftImage } from "#data/storage.ts";
import { isStoredAlready } from "#data/data-error.ts";
import type { Session } from "./store.ts";

/** The folder of a person's photos (document 1 §7): by their account where they have one, since the policies ask for it. */
export const photoFolder = (session: Session): string => session.accountId ?? session.userId;

/**
 * Stores a photo and gives what the shift keeps of it: the public address, or the path where everybody has an account and a photo
 * is shown to those alone who may read the shift.
 * @throws DataError when it could not be stored.
 */
export const storePhoto = (session: Session, path: string, photo: Blob): Promise<string> =>
  uploadShiftImage(path, photo, session.accountId !== undefined);

/** The same for a photo that may have arrived before: one that lies at the path counts as stored. @throws DataError */
export async function storePhotoOnce(session: Session, path: string, photo: Blob): Promise<string> {
  try {
    return await storePhoto(session, path, photo);
  } catch (error) {
    if (!isStoredAlready(error)) throw error;
    return shiftImageAddress(path, session.accountId !== undefined);
  }
}
