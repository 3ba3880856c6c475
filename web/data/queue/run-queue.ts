// Sends the entries that wait on the device, in order, one at a time across all tabs, and removes those that the database has acknowledged
// (document 4 §6).
import { dropWaiting, listWaiting, markRefused, type Waiting } from "#shared/offline/device-store.ts";
import { noteReach } from "#shared/offline/reach.ts";
import { runInOneTab } from "#shared/offline/run-in-one-tab.ts";
import type { OwnDevice } from "../acting.ts";
import { isUnreachable } from "../data-error.ts";
import { type Fate, fateOf } from "./fate-of.ts";
import { nextEntry } from "./next-entry.ts";

/** A product's part of its queue. */
export type Sender = {
  /** Sends an entry; a repetition changes nothing more. @throws DataError, FileGone */
  send: (entry: Waiting) => Promise<unknown>;
  /** The files of the queue that an entry sends. */
  filesOf: (entry: Waiting) => string[];
  /** The words of a refusal, for the person who made the entry. */
  refusalText: (error: unknown) => string;
};

const running = new Map<string, Promise<void>>();
const askedAgain = new Set<string>();

/** Sends the waiting entries of this login. A call during a run makes it look once more. Never throws. */
export function runQueueOf(device: OwnDevice, sender: Sender): Promise<void> {
  const { owner } = device;
  const now = running.get(owner);
  if (now !== undefined) {
    askedAgain.add(owner);
    return now;
  }
  const run = async () => {
    do {
      askedAgain.delete(owner);
      // oxlint-disable-next-line no-await-in-loop
      await runInOneTab(`parkering-queue ${owner}`, () => drain(device, sender)).catch(() => undefined);
    } while (askedAgain.has(owner));
  };
  const whole = run().finally(() => running.delete(owner));
  running.set(owner, whole);
  return whole;
}

async function drain({ owner, isOpen }: OwnDevice, sender: Sender): Promise<void> {
  // Entries that failed at the server: the rest does not wait for them, and the next run tries them again.
  const failed = new Set<string>();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const next = nextEntry(await listWaiting(owner), failed);
    // Another person may have logged in meanwhile; nothing is sent in their name.
    if (next === undefined || !isOpen()) return;
    // oxlint-disable-next-line no-await-in-loop
    const fate = await sendOne(next, sender);
    if (fate === "stop") return;
    if (fate === "later") failed.add(next.id);
  }
}

async function sendOne(entry: Waiting, { send, filesOf, refusalText }: Sender): Promise<Fate | "sent"> {
  try {
    await send(entry);
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
