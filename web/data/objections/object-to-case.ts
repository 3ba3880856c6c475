/** What a driver objects to a case, and its photos (document 4 §4). */
import type { Language } from "#shared/ui/language.ts";
import { callFunction } from "../call-function.ts";
import { getClient } from "../client.ts";
import { isStoredAlready, toDataError } from "../data-error.ts";
import { callPublicCase } from "../fines/public-case.ts";
import { CASE_PHOTOS } from "../fine_photos/queries.ts";

export type SentObjection = {
  publicKey: string;
  /** Made by the caller: sent again, it changes nothing and answers the same. */
  id: string;
  name: string;
  email: string;
  text: string;
  photos: readonly { id: string; sha256: string }[];
  /** Of the page: in it the decision's mail comes. */
  lang: Language;
  /** The key of the objection that this adds to, where the driver has it; "" otherwise. */
  replyKey: string;
};

/**
 * Sends an objection, or adds to the one that is open, and gives the key of its answer; null where the case is not found.
 * @throws DataError PK008 with the field that is wrong, PK005 where the case cannot be objected to any more.
 */
export async function objectToCase(sent: SentObjection): Promise<string | null> {
  const answer = await callFunction<{ outcome: "recorded"; reply_key: string } | { outcome: "none" }>(
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

/**
 * Sends those of the photos that the key's objection lists and that have not arrived.
 * @throws DataError when one of them could not be stored.
 */
export async function sendObjectionPhotos(
  keys: { publicKey: string; replyKey: string },
  photos: readonly { id: string; file: Blob }[],
): Promise<void> {
  const body = { action: "send-photos", public_key: keys.publicKey, reply_key: keys.replyKey };
  const answer = await callPublicCase<Uploads>(body);
  const files = (await getClient()).storage.from(CASE_PHOTOS);
  for (const { id, path, token } of answer.outcome === "found" ? answer.uploads : []) {
    const file = photos.find((photo) => photo.id === id)?.file;
    if (file === undefined) continue;
    // One after the other: the first arrive even where the network does not last.
    // oxlint-disable-next-line no-await-in-loop
    const { error } = await files.uploadToSignedUrl(path, token, file, { contentType: file.type });
    if (error === null) continue;
    const failure = toDataError(error);
    if (!isStoredAlready(failure)) throw failure;
  }
}
