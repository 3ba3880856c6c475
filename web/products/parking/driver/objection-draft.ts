// The draft of an objection on the driver's device (IndexedDB), from the first letter until the last photo has arrived. It survives a
// reload and a lost connection, and a repetition uses the same ID (document 4 §4).
import { openDB } from "idb";
import { LONGEST_DRAFT_MS, withDatabase } from "#shared/offline/with-database.ts";
import { randomKey } from "#shared/random-key.ts";

export type DraftPhoto = { id: string; sha256: string; file: Blob };

export type ObjectionDraft = {
  publicKey: string;
  /** The ID of the objection, the same at each try. */
  id: string;
  name: string;
  email: string;
  text: string;
  photos: DraftPhoto[];
  /** Whether the objection was sent without an answer. It may have arrived, so it stays unchanged until it is sent again. */
  isUnanswered: boolean;
  /** The reply key, or "" before it arrived. Photos may still be missing. */
  replyKey: string;
  /** Milliseconds since 1970. */
  at: number;
};

const STORE = "drafts";

const open = () =>
  openDB<{ drafts: { key: string; value: ObjectionDraft } }>("driver-objections", 1, {
    upgrade: (database) => void database.createObjectStore(STORE, { keyPath: "publicKey" }),
  });

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

/** The draft for a case, or an empty objection. */
export async function readObjection(publicKey: string): Promise<ObjectionDraft> {
  const kept = await withDatabase(open, (database) => database.get(STORE, publicKey), undefined);
  return kept === undefined || kept.at < Date.now() - LONGEST_DRAFT_MS ? emptyDraft(publicKey) : kept;
}

/** Stores the draft. */
export const keepObjection = (draft: ObjectionDraft): Promise<unknown> =>
  withDatabase(open, (database) => database.put(STORE, { ...draft, at: Date.now() }), undefined);

/** Deletes the draft, because all of it has arrived. */
export const forgetObjection = (publicKey: string): Promise<void> =>
  withDatabase(open, (database) => database.delete(STORE, publicKey), undefined);
