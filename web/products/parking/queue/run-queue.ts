// Sends what waits, in order, one at a time in all tabs; takes out what the database has acknowledged (document 4 §6).
import { DataError, isUnreachable, messageOf } from "#data/data-error.ts";
import { ownerOf } from "#session/owner.ts";
import { readSession, type Session } from "#session/store.ts";
import { dropWaiting, listWaiting, markRefused } from "#shared/offline/device-store.ts";
import { alone } from "#shared/offline/alone.ts";
import { currentOwner } from "#shared/offline/owner.ts";
import { noteReach } from "#shared/offline/reach.ts";
import { type Entry, filesOf } from "./entries.ts";
import { queueTexts } from "./queue-texts.ts";
import { nextEntry } from "./rules/next-entry.ts";
import { FileGone, sendEntry } from "./send-entry.ts";

let running: Promise<void> | undefined;
let isAskedAgain = false;

/** Sends what waits of this login; a call while it runs makes it look once more. Never throws. */
export function runQueue(session: Session): Promise<void> {
  if (running !== undefined) {
    isAskedAgain = true;
    return running;
  }
  const run = async () => {
    do {
      isAskedAgain = false;
      // oxlint-disable-next-line no-await-in-loop
      await alone(`parkering-queue ${ownerOf("attendant", session)}`, () => drain(session)).catch(() => undefined);
    } while (isAskedAgain);
  };
  running = run().finally(() => (running = undefined));
  return running;
}

async function drain(session: Session): Promise<void> {
  const owner = ownerOf("attendant", session);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const next = nextEntry(await listWaiting(owner));
    // Somebody else may have logged in meanwhile: nothing is sent in their name.
    const isOwn = currentOwner() === owner && readSession("attendant")?.token === session.token;
    if (next === undefined || !isOwn) return;
    // oxlint-disable-next-line no-await-in-loop
    if (!(await sendOne(next as typeof next & Entry, session, owner))) return;
  }
}

/** False when nothing more can be sent now. */
async function sendOne(
  entry: Entry & { id: string; place: number },
  session: Session,
  owner: string,
): Promise<boolean> {
  try {
    await sendEntry(entry, { session, owner });
    noteReach(true);
  } catch (error) {
    if (isUnreachable(error)) noteReach(false);
    if (!isRefusal(error)) return false;
    await markRefused(entry.place, refusalText(error));
    return true;
  }
  await dropWaiting(entry.place, filesOf(entry));
  return true;
}

const UNAUTHORIZED = 401;
const SERVER_FAILS = 500;

/** Whether trying again by itself would not help. A login that ended is no refusal: the queue goes on after the next one. */
const isRefusal = (error: unknown): boolean =>
  error instanceof FileGone ||
  (error instanceof DataError &&
    error.status >= 400 &&
    error.status < SERVER_FAILS &&
    error.status !== UNAUTHORIZED &&
    error.code !== "rate-limited");

const refusalText = (error: unknown): string =>
  error instanceof FileGone ? queueTexts.fileGone : queueTexts.refused(messageOf(error));
