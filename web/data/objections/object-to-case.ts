/** Sends a driver's objection to a case, and its photos (document 4 §4). */
import type { Language } from "#shared/ui/language.ts";
import type { Acting } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { CASE_PHOTOS } from "../fine_photos/photo-path.ts";
import { isStoredAlready, toDataError } from "../data-error.ts";
import { callPublicCase } from "../fines/public-case.ts";

export type SentObjection = {
  publicKey: string;
  /** The caller makes the ID. Sent a second time, the objection changes nothing and gets the same answer. */
  id: string;
  name: string;
  email: string;
  text: string;
  photos: readonly { id: string; sha256: string }[];
  /** The language of the page; the decision's mail uses it. */
  lang: Language;
  /** The key of an earlier objection that this objection adds to; "" when it adds to nothing. */
  replyKey: string;
};

/**
 * Sends an objection, or adds to the open one, and returns the key of its answer; null when the case is not found.
 * @throws DataError PK008 with the wrong field, PK005 when the case can no longer be objected to.
 */
export async function objectToCase(acting: Acting, sent: SentObjection): Promise<string | null> {
  const answer = await callFunction<{ outcome: "recorded"; reply_key: string } | { outcome: "none" }>(
    acting,
    "object_to_case",
    {
      public_key: sent.publicKey,
      objection_id: sent.id,
      name: sent.name,
      email: sent.email,
      text: sent.text,
      photos: sent.photos.map((photo) => ({ ...photo, type: "jpg" })),
      ...(sent.lang !== "sv" && { lang: sent.lang }),
      ...(sent.replyKey !== "" && { reply_key: sent.replyKey }),
    },
  );
  return answer.outcome === "none" ? null : answer.reply_key;
}

type Uploads = { outcome: "found"; uploads: { id: string; path: string; token: string }[] } | { outcome: "none" };

/** Sends the photos that the objection lists and that have not arrived. @throws DataError when one of them could not be stored. */
export async function sendObjectionPhotos(
  acting: Acting,
  keys: { publicKey: string; replyKey: string },
  photos: readonly { id: string; file: Blob }[],
): Promise<void> {
  const body = { action: "send-photos", public_key: keys.publicKey, reply_key: keys.replyKey };
  const answer = await callPublicCase<Uploads>(acting, body);
  const files = (await acting.client()).storage.from(CASE_PHOTOS);
  for (const { id, path, token } of answer.outcome === "found" ? answer.uploads : []) {
    const file = photos.find((photo) => photo.id === id)?.file;
    if (file === undefined) continue;
    // Photos go one by one, so that the first arrive even when the network does not last.
    // oxlint-disable-next-line no-await-in-loop
    const { error } = await files.uploadToSignedUrl(path, token, file, { contentType: file.type });
    if (error === null) continue;
    const failure = toDataError(error);
    if (!isStoredAlready(failure)) throw failure;
  }
}
