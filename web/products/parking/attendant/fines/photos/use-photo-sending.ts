// Sends a stored fine's photos one by one and tells how far it is.
import { useRef, useState } from "react";
import { useActingOnDevice } from "#data/acting.ts";
import type { StoredFine } from "#data/fines/mutations.ts";
import type { Session } from "#session/store.ts";
import { forgetPhoto, keepPhoto } from "#parking/kernel/photos/kept-photos.ts";
import { listPhoto, sendFile } from "#parking/kernel/photos/send-photos.ts";
import { retryRefused } from "#data/queue/use-waiting.ts";
import { keepUnsent, useQueuedPhotos } from "./queued-photos.ts";
import type { TakenPhoto } from "./use-kept-photos.ts";

export type PhotoSending = {
  done: number;
  all: number;
  isRunning: boolean;
  hasFailed: boolean;
  /** Whether the photos wait in the device's queue, which sends them without this page. */
  isKept: boolean;
};

/**
 * Sends the files of a stored fine's photos, except those in the device's queue. Photos that arrived are remembered, so that a retry sends
 * only the rest.
 */
export function usePhotoSending(session: Session) {
  const acting = useActingOnDevice();
  const [sending, setSending] = useState<PhotoSending>();
  const arrived = useRef(new Set<string>());
  const now = useRef<{ photos: readonly TakenPhoto[]; isSending: boolean }>({ photos: [], isSending: false });
  const { isQueued, look } = useQueuedPhotos(acting, () => void (now.current.photos.length > 0 && tell()));

  async function tell() {
    const { photos } = now.current;
    const left = await look(photos);
    const isLeft = (photo: TakenPhoto) =>
      isQueued(photo) ? left.some(({ id }) => id === photo.id) : !arrived.current.has(photo.id);
    const unsent = photos.filter(isLeft);
    const isKept = unsent.every(isQueued);
    const isRefused = left.some(({ refused }) => refused !== undefined);
    const hasFailed = isRefused || !(isKept || now.current.isSending);
    const isRunning = unsent.length > 0 && !hasFailed;
    setSending({ done: photos.length - unsent.length, all: photos.length, isRunning, hasFailed, isKept });
  }

  async function send(fine: StoredFine, photos: readonly TakenPhoto[]) {
    now.current = { photos, isSending: true };
    if (photos.length === 0) return;
    // The line is shown at once, so that it moves nothing later.
    setSending((before) => before ?? { done: 0, all: photos.length, isRunning: true, hasFailed: false, isKept: false });
    const left = await look(photos);
    for (const { id } of left) void forgetPhoto(id);
    if (left.some(({ refused }) => refused !== undefined)) await retryRefused(acting.device.owner);
    const own = photos.filter((photo) => !isQueued(photo) && !arrived.current.has(photo.id));
    // The stored fine lists the photos now, so they outlive its draft and the login.
    await Promise.all(own.map((photo) => keepPhoto(session, photo, true)));
    await tell();
    for (const photo of own) {
      try {
        // Photos go one by one, so that the first arrive even when the network does not last.
        // A photo that the fine does not list was taken after it was stored, because the answer was lost.
        // oxlint-disable-next-line no-await-in-loop
        if (!fine.photos.some(({ id }) => id === photo.id)) await listPhoto(acting, photo);
        // oxlint-disable-next-line no-await-in-loop
        await sendFile(acting, photo);
        arrived.current.add(photo.id);
        // oxlint-disable-next-line no-await-in-loop
        await tell();
      } catch {
        // The other photos are still tried; a press tries this one again.
      }
    }
    now.current.isSending = false;
    await tell();
  }

  const handOver = (fine: StoredFine) =>
    keepUnsent(
      acting,
      fine,
      now.current.photos.filter((photo) => !isQueued(photo) && !arrived.current.has(photo.id)),
    );

  return { sending, send, handOver };
}
