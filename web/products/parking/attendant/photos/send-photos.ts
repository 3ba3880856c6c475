/** What sending the photos of a stored fine calls: each is listed by an event, then its file goes (document 4 §3, §4). */
import { isCaseRefusal } from "#data/data-error.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { recordCaseEvent } from "#data/fines/mutations.ts";
import type { Session } from "#session/store.ts";
import { forgetPhoto, keepPhoto, type KeptPhoto } from "./kept-photos.ts";
import { photoTexts } from "./photo-texts.ts";
import { listedPhoto, takePhoto } from "./taken-photo.ts";
import { tellUnreadable } from "./unreadable-photos.ts";

/** What became of some photos: those that are listed, but whose files still lie here, and what hindered the last that did not arrive. */
export type SentPhotos = { count: number; left: readonly KeptPhoto[]; failure?: unknown };

/** Files of photos that the fine lists already. Never throws. */
export const sendListedPhotos = (photos: readonly KeptPhoto[]): Promise<SentPhotos> => each(photos, sendFile);

/** New photos for a fine. Never throws. */
export const addPhotos = (input: { session: Session; fineId: string; files: readonly File[] }): Promise<SentPhotos> =>
  each(input.files, (file, left) => add(file, left, input));

/** A chosen file that is no picture for this browser; its message says so to people. */
export class UnreadablePhoto extends Error {}

type Left = Map<string, KeptPhoto>;

async function sendFile(photo: KeptPhoto, left: Left): Promise<void> {
  left.set(photo.id, photo);
  await uploadCasePhoto(listedPhoto(photo).path, photo.file);
  await forgetPhoto(photo.id);
  left.delete(photo.id);
}

async function add(file: File, left: Left, { session, fineId }: { session: Session; fineId: string }): Promise<void> {
  const photo = await takePhoto(fineId, file).catch(() => {
    throw new UnreadablePhoto(tellUnreadable([file.name], photoTexts));
  });
  // The event has the photo's key, so that a repeated call adds it once.
  const data = { ...listedPhoto(photo) };
  await keepPhoto(session, photo, true);
  try {
    await recordCaseEvent({ fineId, eventId: photo.id, kind: "photo_added", data, actingAs: session.userId });
  } catch (error) {
    if (isCaseRefusal(error)) await forgetPhoto(photo.id);
    throw error;
  }
  await sendFile(photo, left);
}

/** One after the other: the first arrive even where the network does not last. */
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
