/** Sends the photos of a stored fine: an event lists each photo, then its file is sent (document 4 §3, §4). */
import type { ActingPerson } from "#data/acting.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { recordCaseEvent } from "#data/fines/mutations.ts";
import type { Session } from "#session/store.ts";
import { forgetPhoto, keepPhoto, type KeptPhoto } from "./kept-photos.ts";
import { photoTexts } from "./photo-texts.ts";
import { listedPhoto, takePhoto } from "./taken-photo.ts";
import { tellUnreadable } from "./unreadable-photos.ts";

/** The result of sending photos: those that are listed but whose files are still here, and the last failure. */
export type SentPhotos = { count: number; left: readonly KeptPhoto[]; failure?: unknown };

/** Sends the files of photos that the fine lists already. Never throws. */
export const sendListedPhotos = (acting: ActingPerson, photos: readonly KeptPhoto[]): Promise<SentPhotos> =>
  each(photos, (photo, left) => sendListed(acting, photo, left));

/** Adds new photos to a fine. Never throws. */
export const addPhotos = (
  acting: ActingPerson,
  input: { session: Session; fineId: string; files: readonly File[] },
): Promise<SentPhotos> => each(input.files, (file, left) => add(acting, file, left, input));

/** A chosen file that this browser cannot read as a picture; its message is for people. */
export class UnreadablePhoto extends Error {}

type Left = Map<string, KeptPhoto>;

/** Adds a photo to its stored fine. The event has the photo's key, so that a repeated call adds the photo once. @throws DataError */
export const listPhoto = (acting: ActingPerson, photo: KeptPhoto): Promise<unknown> =>
  recordCaseEvent(acting, {
    fineId: photo.fineId,
    eventId: photo.id,
    kind: "photo_added",
    data: { ...listedPhoto(photo) },
  });

/** Sends the file of a listed photo, which the device then forgets. @throws DataError */
export async function sendFile(acting: ActingPerson, photo: KeptPhoto): Promise<void> {
  await uploadCasePhoto(acting, listedPhoto(photo).path, photo.file);
  await forgetPhoto(photo.id);
}

async function sendListed(acting: ActingPerson, photo: KeptPhoto, left: Left): Promise<void> {
  left.set(photo.id, photo);
  await sendFile(acting, photo);
  left.delete(photo.id);
}

async function add(
  acting: ActingPerson,
  file: File,
  left: Left,
  { session, fineId }: { session: Session; fineId: string },
): Promise<void> {
  const photo = await takePhoto(fineId, file).catch(() => {
    throw new UnreadablePhoto(tellUnreadable([file.name], photoTexts));
  });
  await keepPhoto(session, photo, true);
  try {
    await listPhoto(acting, photo);
  } catch (error) {
    if (isCaseRefusal(error)) await forgetPhoto(photo.id);
    throw error;
  }
  await sendListed(acting, photo, left);
}

/** Photos go one by one, so that the first arrive even when the network does not last. */
async function each<Thing>(
  things: readonly Thing[],
  work: (thing: Thing, left: Left) => Promise<void>,
): Promise<SentPhotos> {
  const left: Left = new Map();
  let failure: unknown;
  for (const thing of things) {
    // oxlint-disable-next-line no-await-in-loop
    await work(thing, left).catch((error: unknown) => (failure = error));
  }
  return { count: things.length, left: [...left.values()], failure };
}
