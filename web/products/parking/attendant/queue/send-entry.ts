import type { ActingAttendant } from "#data/acting.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { correctFine, issueFine, recordCaseEvent } from "#data/fines/mutations.ts";
import { recordOfflineCheck } from "#data/plate_checks/offline.ts";
import { insertShift } from "#data/shift_registrations/mutations.ts";
import { photoFolder, storePhotoOnce } from "#session/photos.ts";
import type { Session } from "#session/store.ts";
import { readFile } from "#shared/offline/device-store.ts";
import type { Entries, Entry } from "#parking/kernel/queue/entries.ts";
import { FileGone } from "./rules/fate-of.ts";

/** The person who made the entry; the session decides the folder of the photos. */
type Sender = { acting: ActingAttendant; session: Session };

async function fileOf({ device }: ActingAttendant, id: string): Promise<Blob> {
  const file = await readFile(device.owner, id);
  if (file === undefined) throw new FileGone();
  return file;
}

/** The path of a photo. One stored before the site was hardened goes to the folder of its person's account. */
const pathNow = (path: string, session: Session): string =>
  session.accountId === undefined ? path : path.replace(/^[^/]*/, photoFolder(session));

async function sendShift({ row, photos }: Entries["shift"], { acting, session }: Sender): Promise<void> {
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

/** Sends an entry of the queue; a repetition changes nothing more. @throws DataError, FileGone */
export async function sendEntry(entry: Entry & { id: string }, sender: Sender): Promise<void> {
  const { acting } = sender;
  const { kind, payload } = entry;
  switch (kind) {
    case "check":
      await recordOfflineCheck(acting, payload);
      return;
    case "fine":
      await issueFine(acting, payload);
      return;
    case "correction":
      await correctFine(acting, payload);
      return;
    case "delivery": {
      const { delivery, ...event } = payload;
      await recordCaseEvent(acting, { ...event, kind: "delivered", data: { delivery } });
      return;
    }
    case "note":
      await recordCaseEvent(acting, { ...payload, kind: "noted" });
      return;
    case "photo":
      await uploadCasePhoto(acting, payload.path, await fileOf(acting, entry.id));
      return;
    case "shift":
      await sendShift(payload, sender);
  }
}
