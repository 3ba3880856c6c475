// The draft of an objection on the driver's device, from the first letter until the last photo has arrived. It survives a reload and a lost
// connection, and a repetition uses the same ID (document 4 §4).
import { openDB } from "idb";
import { forgetDraftsOf, keepDraftsOf, readDraftsOf } from "#shared/offline/device-store.ts";
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

/** The owner of the draft in the device's store: nobody is logged in, so the case is. */
const ownerOf = (publicKey: string) => `case ${publicKey}`;

/** The database of earlier versions. Its last draft is too old on 11 December 2026, and this code can go. */
const openEarlier = () =>
  openDB<{ drafts: { key: string; value: ObjectionDraft } }>("driver-objections", 1, {
    upgrade: (database) => void database.createObjectStore("drafts", { keyPath: "publicKey" }),
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
  const found = await readDraftsOf(ownerOf(publicKey)).catch(() => undefined);
  const kept =
    (found as ObjectionDraft | undefined) ??
    (await withDatabase(openEarlier, (database) => database.get("drafts", publicKey), undefined));
  return kept === undefined || kept.at < Date.now() - LONGEST_DRAFT_MS ? emptyDraft(publicKey) : kept;
}

/** Stores the draft. A device without room stores nothing. */
export const keepObjection = (draft: ObjectionDraft): Promise<void> =>
  keepDraftsOf(ownerOf(draft.publicKey), { ...draft, at: Date.now() }).catch(() => undefined);

/** Deletes the draft, because all of it has arrived. */
export async function forgetObjection(publicKey: string): Promise<void> {
  await forgetDraftsOf(ownerOf(publicKey)).catch(() => undefined);
  await withDatabase(openEarlier, (database) => database.delete("drafts", publicKey), undefined);
}
