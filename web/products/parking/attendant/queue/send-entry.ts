import type { ActingOnDevice } from "#data/acting.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { correctFine, issueFine, recordCaseEvent } from "#data/fines/mutations.ts";
import { recordOfflineCheck } from "#data/plate_checks/offline.ts";
import { insertShift } from "#data/shift_registrations/mutations.ts";
import { sendStamp } from "#data/work_turns/stamps.ts";
import { photoFolder, storePhotoOnce } from "#session/photos.ts";
import type { Session } from "#session/store.ts";
import { readFile } from "#shared/offline/device-store.ts";
import type { Entries, Entry, EntryKind } from "#parking/kernel/queue/entries.ts";
import { FileGone } from "#data/queue/run-queue.ts";

/** The person who made the entry; the session decides the folder of the photos. */
type Sender = { acting: ActingOnDevice; session: Session };

async function fileOf({ device }: ActingOnDevice, id: string): Promise<Blob> {
  const file = await readFile(device.owner, id);
  if (file === undefined) throw new FileGone();
  return file;
}

/** The path for a photo now. A photo that was stored before the site was hardened goes to the folder of its person's account. */
const pathNow = (path: string, session: Session): string =>
  session.accountId === undefined ? path : path.replace(/^[^/]*/, photoFolder(session));

async function sendShift({ acting, session }: Sender, { row, photos }: Entries["shift"]): Promise<void> {
  const images: string[] = [];
  for (const photo of photos) {
    // Photos go one by one, so that the first arrive even when the network does not last.
    images.push(
      typeof photo === "string"
        ? photo
        : // oxlint-disable-next-line no-await-in-loop
          await storePhotoOnce(acting, session, pathNow(photo.path, session), await fileOf(acting, photo.file)),
    );
  }
  await insertShift(acting, { ...row, image_urls: images });
}

type Send<Kind extends EntryKind> = (sender: Sender, payload: Entries[Kind], id: string) => Promise<unknown>;

const SENDERS: { [Kind in EntryKind]: Send<Kind> } = {
  check: ({ acting }, check) => recordOfflineCheck(acting, check),
  fine: ({ acting }, fine) => issueFine(acting, fine),
  correction: ({ acting }, correction) => correctFine(acting, correction),
  delivery: ({ acting }, { delivery, ...event }) =>
    recordCaseEvent(acting, { ...event, kind: "delivered", data: { delivery } }),
  note: ({ acting }, event) => recordCaseEvent(acting, { ...event, kind: "noted" }),
  photo: async ({ acting }, { path }, id) => uploadCasePhoto(acting, path, await fileOf(acting, id)),
  shift: sendShift,
  stamp: ({ acting }, stamp) => sendStamp(acting, stamp),
};

/** Sends an entry of the queue; a repetition changes nothing more. @throws DataError, FileGone */
export const sendEntry = <Kind extends EntryKind>(
  { kind, payload, id }: Entry<Kind> & { id: string },
  sender: Sender,
): Promise<unknown> => SENDERS[kind](sender, payload, id);
