import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { recordCaseEvent } from "#data/fines/mutations.ts";
import { fineQueries } from "#data/fines/queries.ts";
import type { Session } from "#session/store.ts";
import { toast } from "#shared/feedback/toast.ts";
import { forgetPhoto, keepPhoto, type KeptPhoto, readKeptPhotos } from "./kept-photos.ts";
import { photoTexts as texts } from "./photo-texts.ts";
import { listedPhoto, takePhoto } from "./taken-photo.ts";

/** What this device still has of a stored fine's photos, and ways to send it, and to add one (document 4 §3, §4). */
export function useCasePhotos(fineId: string, session: Session) {
  const cache = useQueryClient();
  const [kept, setKept] = useState<readonly KeptPhoto[]>([]);
  const [sending, setSending] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void readKeptPhotos(session, fineId).then((found) => isCurrent && setKept(found));
    return () => {
      isCurrent = false;
    };
  }, [session, fineId]);

  async function sendFile(photo: KeptPhoto): Promise<void> {
    await uploadCasePhoto(listedPhoto(photo).path, photo.file);
    await forgetPhoto(photo.id);
    setKept((all) => all.filter(({ id }) => id !== photo.id));
  }

  async function add(file: File): Promise<void> {
    const photo = await takePhoto(fineId, file);
    // The event has the photo's key, so that a repeated call adds it once.
    const data = { ...listedPhoto(photo) };
    await keepPhoto(session, photo, true);
    try {
      await recordCaseEvent({ fineId, eventId: photo.id, kind: "photo_added", data, actingAs: session.userId });
    } catch (error) {
      if (isCaseRefusal(error)) await forgetPhoto(photo.id);
      throw error;
    }
    setKept((all) => [...all, photo]);
    await sendFile(photo);
  }

  /** One after the other: the first arrive even where the network does not last. */
  async function each<Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<void>): Promise<void> {
    setSending((count) => count + 1);
    let failure: unknown;
    for (const thing of things) {
      // oxlint-disable-next-line no-await-in-loop
      await work(thing).catch((error: unknown) => (failure = error));
    }
    setSending((count) => count - 1);
    await cache.invalidateQueries({ queryKey: fineQueries.all });
    if (failure === undefined) toast.success(texts.added(things.length));
    else toast.error(isCaseRefusal(failure) ? messageOf(failure) : texts.notAdded);
  }

  return {
    isSending: sending > 0,
    /** Whether the file of a listed photo lies on this device. */
    has: (photoId: string) => kept.some(({ id }) => id === photoId),
    sendAgain: (photoId: string) =>
      each(
        kept.filter(({ id }) => id === photoId),
        sendFile,
      ),
    add: (files: readonly File[]) => each(files, add),
  };
}
