import { useEffect, useEffectEvent, useRef } from "react";
import type { ActingOnDevice } from "#data/acting.ts";
import type { StoredFine } from "#data/fines/mutations.ts";
import { listWaiting, onWaitingChange } from "#shared/offline/device-store.ts";
import { forgetPhoto } from "#parking/kernel/photos/kept-photos.ts";
import { listedPhoto } from "#parking/kernel/photos/taken-photo.ts";
import { keepPhotos } from "../../queue/keep.ts";
import type { TakenPhoto } from "./use-kept-photos.ts";

/** The photos of a fine that the device's queue sends, behind a fine that was issued without a network. */
export function useQueuedPhotos({ device }: ActingOnDevice, onChange: () => void) {
  const queued = useRef(new Set<string>());
  const tellChange = useEffectEvent(onChange);
  useEffect(() => onWaitingChange(() => tellChange()), []);
  return {
    isQueued: ({ id }: TakenPhoto) => queued.current.has(id),
    /** Finds the photos that wait in the queue. */
    look: async (photos: readonly TakenPhoto[]) => {
      const own = new Set(photos.map(({ id }) => id));
      const rows = await listWaiting(device.owner).catch(() => []);
      const left = rows.filter(({ id }) => own.has(id));
      for (const { id } of left) queued.current.add(id);
      return left;
    },
  };
}

/** Passes unsent photos to the device's queue. Returns whether the page may be left: the queue then sends all of them. */
export async function keepUnsent(
  acting: ActingOnDevice,
  fine: StoredFine,
  unsent: readonly TakenPhoto[],
): Promise<boolean> {
  // The queue sends files only. A photo that the fine does not list yet must be added by this page first.
  const isListed = ({ id }: TakenPhoto) => fine.photos.some((listed) => listed.id === id);
  if (!acting.device.isOpen() || !unsent.every(isListed)) return false;
  try {
    await keepPhotos(acting, fine.id, unsent.map(listedPhoto), unsent);
  } catch {
    return false;
  }
  for (const { id } of unsent) void forgetPhoto(id);
  return true;
}
