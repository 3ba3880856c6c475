// Sends the waiting entries of an attendant's queue (document 4 §6).
import type { ActingOnDevice } from "#data/acting.ts";
import { messageOf } from "#data/data-error.ts";
import { FileGone, runQueueOf } from "#data/queue/run-queue.ts";
import type { Session } from "#session/store.ts";
import type { Waiting } from "#shared/offline/device-store.ts";
import type { Entry } from "#parking/kernel/queue/entries.ts";
import { entryTexts } from "#parking/kernel/queue/entry-texts.ts";
import { filesOf } from "./keep.ts";
import { queueTexts } from "./queue-texts.ts";
import { sendEntry } from "./send-entry.ts";

/** Sends the waiting entries of this login. A call during a run makes it look once more. Never throws. */
export const runQueue = (acting: ActingOnDevice, session: Session): Promise<void> =>
  runQueueOf(acting.device, {
    send: (entry) => sendEntry(entry as Waiting & Entry, { acting, session }),
    filesOf: (entry) => filesOf(entry as Waiting & Entry),
    refusalText: (error) => (error instanceof FileGone ? entryTexts.fileGone : queueTexts.refused(messageOf(error))),
  });
