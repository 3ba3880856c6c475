import { useEffect, useState } from "react";
import { DataError, isCaseRefusal, messageOf } from "#data/data-error.ts";
import { definePersonMutation } from "#data/define-mutation.ts";
import { fineQueries } from "#data/fines/queries.ts";
import { defineAction, type Outcome } from "#session/actions/define-action.ts";
import type { Session } from "#session/store.ts";
import { type KeptPhoto, readKeptPhotos } from "./kept-photos.ts";
import { photoTexts as texts } from "./photo-texts.ts";
import { addPhotos, sendListedPhotos, type SentPhotos, UnreadablePhoto } from "./send-photos.ts";

/** Whether the error has a message for people: the server's refusal of a photo (415, 413), or an unreadable file. */
const hasMessage = (error: unknown) =>
  isCaseRefusal(error) ||
  error instanceof UnreadablePhoto ||
  (error instanceof DataError && [413, 415].includes(error.status));
const failureText = (error: unknown) => (hasMessage(error) ? messageOf(error) : texts.notAdded);

/** The messages for several photos. Some may have arrived whatever failed, so every outcome is shown, and the case is fetched again. */
const told = {
  done: ({ count, failure }: SentPhotos) =>
    failure === undefined ? texts.added(count) : { text: failureText(failure), kind: "error" as const },
  failed: failureText,
};
const useAdd = defineAction({ mutation: definePersonMutation(addPhotos, [fineQueries.all]), ...told });
const useSendAgain = defineAction({ mutation: definePersonMutation(sendListedPhotos, [fineQueries.all]), ...told });

/** The photos of a stored fine that this device still has, with functions that send and add photos (document 4 §3, §4). */
export function useCasePhotos(fineId: string, session: Session) {
  const [kept, setKept] = useState<readonly KeptPhoto[]>([]);
  const [adding, sendingAgain] = [useAdd(), useSendAgain()];
  useEffect(() => {
    let isCurrent = true;
    void readKeptPhotos(session, fineId).then((found) => isCurrent && setKept(found));
    return () => {
      isCurrent = false;
    };
  }, [session, fineId]);

  /** Updates the photos that this device still has, after some were sent. */
  function keepLeft(outcome: Outcome<SentPhotos>, sent: readonly KeptPhoto[] = []) {
    if (outcome.status !== "done") return;
    const { left } = outcome.result;
    setKept((all) => [...all.filter((photo) => !sent.includes(photo)), ...left]);
  }

  return {
    isSending: adding.isPending() || sendingAgain.isPending(),
    /** Whether the file of a listed photo is on this device. */
    has: (photoId: string) => kept.some(({ id }) => id === photoId),
    sendAgain: async (photoId: string) => {
      const photos = kept.filter(({ id }) => id === photoId);
      keepLeft(await sendingAgain.run(photos), photos);
    },
    add: async (files: readonly File[]) => keepLeft(await adding.run({ session, fineId, files })),
  };
}
