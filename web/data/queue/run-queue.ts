// Sends the entries that wait on the device, in order, one at a time across all tabs, and removes those that the database has acknowledged
// (document 4 §6).
import { dropWaiting, listWaiting, markRefused, type Waiting } from "#shared/offline/device-store.ts";
import { noteReach } from "#shared/offline/reach.ts";
import { runInOneTab } from "#shared/offline/run-in-one-tab.ts";
import type { OwnDevice } from "../acting.ts";
import { isUnreachable, DataError } from "../data-error.ts";

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

/** Large entries go last: a fine is sent at once, its photos follow. */
const isLarge = ({ kind }: Waiting) => kind === "photo" || kind === "shift";

/**
 * The next entry to send: the first row whose needs are all sent, small ones before large ones. A refused entry waits for a person, and so
 * do entries that need it; `failed` ones (by id) wait for another time. Undefined when nothing can be sent.
 */
export function nextEntry(
  rows: readonly Waiting[],
  failed: ReadonlySet<string> = new Set<string>(),
): Waiting | undefined {
  const ids = new Set(rows.map(({ id }) => id));
  const mayGo = ({ id, refused }: Waiting) => refused === undefined && !failed.has(id);
  const ready = rows.filter((row) => mayGo(row) && (row.needs === undefined || !ids.has(row.needs)));
  return ready.find((row) => !isLarge(row)) ?? ready[0];
}

/** A file of the queue is missing: the browser has deleted it. */
export class FileGone extends Error {}

/** The fate of an entry that was not sent: it waits for a person, for the next try, or with all others for a network or a login. */
type Fate = "refused" | "later" | "stop";

const UNAUTHORIZED = 401;
const SERVER_FAILS = 500;

/** Decides the fate of an entry by the error of its call (document 4 §6). An ended login is no refusal: the queue continues after the next one. */
export function fateOf(error: unknown): Fate {
  if (error instanceof FileGone) return "refused";
  if (isUnreachable(error)) return "stop";
  if (!(error instanceof DataError)) return "later";
  if (error.status === UNAUTHORIZED || error.code === "rate-limited") return "stop";
  return error.status >= 400 && error.status < SERVER_FAILS ? "refused" : "later";
}
