// An objection lies on the driver's device (IndexedDB) from its first letter until the last of its photos has arrived: neither a reload nor
// a lost connection loses it, and what is sent again is sent under the same id (document 4 §4).
import { openDB } from "idb";
import { randomKey } from "#shared/random-key.ts";

export type DraftPhoto = { id: string; sha256: string; file: Blob };

export type ObjectionDraft = {
  publicKey: string;
  /** Under which it is sent, however often. */
  id: string;
  name: string;
  email: string;
  text: string;
  photos: DraftPhoto[];
  /** It was sent and no answer came: it may have arrived, so nothing in it changes until it is sent again. */
  isUnanswered: boolean;
  /** The key that it got; "" before. Its photos may be left. */
  replyKey: string;
  /** Milliseconds since 1970. */
  at: number;
};

const STORE = "drafts";
const LONGEST_MS = 14 * 24 * 3_600_000;

const open = () =>
  openDB<{ drafts: { key: string; value: ObjectionDraft } }>("driver-objections", 1, {
    upgrade: (database) => void database.createObjectStore(STORE, { keyPath: "publicKey" }),
  });

/** Does something with the store; `otherwise` where the device keeps nothing: then the draft lies in the page alone. */
async function withStore<Result>(
  work: (database: Awaited<ReturnType<typeof open>>) => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    const database = await open();
    try {
      return await work(database);
    } finally {
      database.close();
    }
  } catch {
    return otherwise;
  }
}

export const emptyDraft = (publicKey: string): ObjectionDraft => ({
  publicKey,
  id: randomKey(),
  name: "",
  email: "",
  text: "",
  photos: [],
  isUnanswered: false,
  replyKey: "",
  at: Date.now(),
});

/** What was begun at a case, or an empty objection. */
export async function readObjection(publicKey: string): Promise<ObjectionDraft> {
  const kept = await withStore((database) => database.get(STORE, publicKey), undefined);
  return kept === undefined || kept.at < Date.now() - LONGEST_MS ? emptyDraft(publicKey) : kept;
}

/** Keeps it as it is now. */
export const keepObjection = (draft: ObjectionDraft): Promise<unknown> =>
  withStore<unknown>((database) => database.put(STORE, { ...draft, at: Date.now() }), undefined);

/** Forgets it, since all of it has arrived. */
export const forgetObjection = (publicKey: string): Promise<void> =>
  withStore((database) => database.delete(STORE, publicKey), undefined);
