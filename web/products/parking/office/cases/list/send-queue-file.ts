import type { ActingPerson } from "#data/acting.ts";
import { messageOf } from "#data/data-error.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { issueFine, recordCaseEvent } from "#data/fines/mutations.ts";
import { recordOfflineCheck } from "#data/plate_checks/offline.ts";
import { entryTexts } from "#parking/kernel/queue/entry-texts.ts";
import { queueFileTexts } from "./queue-file-texts.ts";
import { aboutOf } from "#parking/kernel/queue/about.ts";
import { finalFine } from "#parking/kernel/queue/final-fine.ts";
import type { QueuedEntry, QueueFile } from "#parking/kernel/queue/queue-file.ts";

/** The result of sending a queue's file. */
export type SentFile = { sent: number; problems: string[] };

function fileOf({ type, base64 }: QueueFile["files"][string]): Blob {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type });
}

/** Whether the fine itself is in the queue; its later corrections are then part of it. */
const isInQueue = (fineId: string, { entries }: QueueFile): boolean =>
  entries.some(({ kind, id }) => kind === "fine" && id === fineId);

/**
 * Sends an entry in the name of its attendant. A correction of a fine that has already arrived is left out: only the attendant could make
 * it.
 */
async function sendFor(acting: ActingPerson, entry: QueuedEntry, queue: QueueFile, project: string): Promise<void> {
  const ofSite = { project_id: project };
  switch (entry.kind) {
    case "fine": {
      const fine = finalFine(entry.payload.fine, queue.entries);
      const whole = { ...fine, ...ofSite, issued_by: queue.userId };
      await issueFine(acting, { fine: whole, accepted: entry.payload.accepted });
      return;
    }
    case "check":
      await recordOfflineCheck(acting, { ...entry.payload, ...ofSite, checked_by: queue.userId });
      return;
    case "photo": {
      const file = queue.files[entry.id];
      if (file === undefined) throw new Error(entryTexts.fileGone);
      await uploadCasePhoto(acting, entry.payload.path, fileOf(file));
      return;
    }
    case "note":
      await recordCaseEvent(acting, { ...entry.payload, kind: "noted" });
      return;
    case "delivery": {
      const { fineId, eventId, delivery } = entry.payload;
      if (isInQueue(fineId, queue)) return;
      await recordCaseEvent(acting, { fineId, eventId, kind: "delivered", data: { delivery } });
      return;
    }
    case "correction":
      if (!isInQueue(entry.payload.fineId, queue)) throw new Error(queueFileTexts.onlySelf);
      return;
    case "shift":
      throw new Error(queueFileTexts.onlySelf);
  }
}

/**
 * Sends the queue of an attendant who cannot send it any more (document 4 §4), as an admin of its site: fines with their corrections,
 * checks and photos. Each takes effect once, however often the file is read. Returns the count of sent entries and the problems of the
 * rest; never throws.
 */
export async function sendQueueFile(acting: ActingPerson, queue: QueueFile, project: string): Promise<SentFile> {
  const result: SentFile = { sent: 0, problems: [] };
  const photosLast = queue.entries.toSorted((a, b) => Number(a.kind === "photo") - Number(b.kind === "photo"));
  for (const entry of photosLast) {
    try {
      // Entries go in order, as from the attendant's phone.
      // oxlint-disable-next-line no-await-in-loop
      await sendFor(acting, entry, queue, project);
      result.sent += 1;
    } catch (error) {
      const { plate, number } = aboutOf(entry, queue.entries);
      const about = [entryTexts.kinds[entry.kind], plate, number].filter(Boolean).join(" · ");
      result.problems.push(`${about}: ${messageOf(error)}`);
    }
  }
  return result;
}
