import { readablePlate } from "#contract/plate.ts";
import type { ActingPerson } from "#data/acting.ts";
import { messageOf } from "#data/data-error.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { issueFine, recordCaseEvent } from "#data/fines/mutations.ts";
import { recordOfflineCheck } from "#data/plate_checks/offline.ts";
import { entryTexts } from "#parking/kernel/queue/entry-texts.ts";
import { queueFileTexts } from "./queue-file-texts.ts";
import { aboutOf } from "#parking/kernel/queue/about.ts";
import { finalFine } from "#parking/kernel/queue/final-fine.ts";
import type { Entries, Entry, EntryKind } from "#parking/kernel/queue/entries.ts";
import type { QueueFile } from "#parking/kernel/queue/queue-file.ts";

/** The result of sending a queue's file. */
export type SentFile = { sent: number; problems: string[] };

type Sender = { acting: ActingPerson; queue: QueueFile; project: string };

function fileOf({ files }: QueueFile, id: string): Blob {
  const file = files[id];
  if (file === undefined) throw new Error(entryTexts.fileGone);
  return new Blob([Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))], { type: file.type });
}

/** Whether the fine itself is in the queue; its later corrections are then part of it. */
const isInQueue = ({ entries }: QueueFile, fineId: string): boolean =>
  entries.some(({ kind, id }) => kind === "fine" && id === fineId);

function onlySelf(): never {
  throw new Error(queueFileTexts.onlySelf);
}

type Send<Kind extends EntryKind> = (sender: Sender, payload: Entries[Kind], id: string) => unknown;

/** Sends entries in the name of their attendant. A correction of a fine that has already arrived can only come from the attendant. */
const SENDERS: { [Kind in EntryKind]: Send<Kind> } = {
  fine: ({ acting, queue, project }, { fine, accepted }) => {
    const whole = { ...finalFine(fine, queue.entries), project_id: project, issued_by: queue.userId };
    return issueFine(acting, { fine: whole, accepted });
  },
  check: ({ acting, queue, project }, check) =>
    recordOfflineCheck(acting, { ...check, project_id: project, checked_by: queue.userId }),
  photo: ({ acting, queue }, { path }, id) => uploadCasePhoto(acting, path, fileOf(queue, id)),
  note: ({ acting }, event) => recordCaseEvent(acting, { ...event, kind: "noted" }),
  delivery: ({ acting, queue }, { delivery, ...event }) =>
    isInQueue(queue, event.fineId) || recordCaseEvent(acting, { ...event, kind: "delivered", data: { delivery } }),
  correction: ({ queue }, { fineId }) => isInQueue(queue, fineId) || onlySelf(),
  shift: onlySelf,
  stamp: onlySelf,
};

const send = <Kind extends EntryKind>({ kind, payload, id }: Entry<Kind> & { id: string }, sender: Sender): unknown =>
  SENDERS[kind](sender, payload, id);

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
      await send(entry, { acting, queue, project });
      result.sent += 1;
    } catch (error) {
      const { plate, number } = aboutOf(entry, queue.entries);
      const about = [entryTexts.kinds[entry.kind], plate && readablePlate(plate), number].filter(Boolean).join(" · ");
      result.problems.push(`${about}: ${messageOf(error)}`);
    }
  }
  return result;
}
