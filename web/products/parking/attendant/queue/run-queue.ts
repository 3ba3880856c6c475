// Sends the waiting entries in order, one at a time across all tabs, and removes those that the database has acknowledged (document 4 §6).
import type { ActingAttendant } from "#data/acting.ts";
import { isUnreachable, messageOf } from "#data/data-error.ts";
import type { Session } from "#session/store.ts";
import { dropWaiting, listWaiting, markRefused } from "#shared/offline/device-store.ts";
import { runInOneTab } from "#shared/offline/run-in-one-tab.ts";
import { noteReach } from "#shared/offline/reach.ts";
import type { Entry } from "#parking/kernel/queue/entries.ts";
import { filesOf } from "./keep.ts";
import { queueTexts } from "./queue-texts.ts";
import { entryTexts } from "#parking/kernel/queue/entry-texts.ts";
import { type Fate, fateOf, FileGone } from "./rules/fate-of.ts";
import { nextEntry } from "./rules/next-entry.ts";
import { sendEntry } from "./send-entry.ts";

let running: Promise<void> | undefined;
let isAskedAgain = false;

/** Sends the waiting entries of this login. A call during a run makes it look once more. Never throws. */
export function runQueue(acting: ActingAttendant, session: Session): Promise<void> {
  if (running !== undefined) {
    isAskedAgain = true;
    return running;
  }
  const run = async () => {
    do {
      isAskedAgain = false;
      // oxlint-disable-next-line no-await-in-loop
      await runInOneTab(`parkering-queue ${acting.device.owner}`, () => drain(acting, session)).catch(() => undefined);
    } while (isAskedAgain);
  };
  running = run().finally(() => (running = undefined));
  return running;
}

async function drain(acting: ActingAttendant, session: Session): Promise<void> {
  const { owner, isOpen } = acting.device;
  // Entries that failed at the server: the rest does not wait for them, and the next run tries them again.
  const failed = new Set<string>();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const next = nextEntry(await listWaiting(owner), failed);
    // Another person may have logged in meanwhile; nothing is sent in their name.
    if (next === undefined || !isOpen()) return;
    // oxlint-disable-next-line no-await-in-loop
    const fate = await sendOne(next as typeof next & Entry, { acting, session });
    if (fate === "stop") return;
    if (fate === "later") failed.add(next.id);
  }
}

async function sendOne(
  entry: Entry & { id: string; place: number },
  sender: Parameters<typeof sendEntry>[1],
): Promise<Fate | "sent"> {
  try {
    await sendEntry(entry, sender);
    noteReach(true);
  } catch (error) {
    if (isUnreachable(error)) noteReach(false);
    const fate = fateOf(error);
    if (fate === "refused") await markRefused(entry.place, refusalText(error));
    return fate;
  }
  await dropWaiting(entry.place, filesOf(entry));
  return "sent";
}

const refusalText = (error: unknown): string =>
  error instanceof FileGone ? entryTexts.fileGone : queueTexts.refused(messageOf(error));
