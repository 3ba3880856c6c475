import { useEffect, useRef, useState } from "react";
import type { Session } from "#session/store.ts";
import { forgetOldPhotos, type KeptPhoto, readKeptPhotos } from "#parking/kernel/photos/kept-photos.ts";

/** A photo with the address under which this page shows it. */
export type TakenPhoto = KeptPhoto & { address: string };

/** Gives a photo an address to be shown under; `revoke` frees its memory. */
export const shown = (photo: KeptPhoto): TakenPhoto => ({ ...photo, address: URL.createObjectURL(photo.file) });

export function revoke(photos: readonly TakenPhoto[]): void {
  for (const { address } of photos) URL.revokeObjectURL(address);
}

type Photos = readonly TakenPhoto[];

/**
 * The shown photos of a form, with those that the device keeps under its key. `isRecalled` once these are read. `isCurrent` tells whether a
 * key is still the form's: a photo read for a discarded draft belongs to no fine.
 */
export function useKeptPhotos(session: Session, fineId: string) {
  const [photos, setPhotos] = useState<Photos>([]);
  const [recalled, setRecalled] = useState<string>();
  const current = useRef(fineId);
  useEffect(() => {
    current.current = fineId;
    void forgetOldPhotos()
      .then(() => readKeptPhotos(session, fineId))
      .then((kept) => {
        if (current.current !== fineId) return;
        setPhotos((all) => [...kept.filter(({ id }) => all.every((one) => one.id !== id)).map(shown), ...all]);
        setRecalled(fineId);
      });
  }, [session, fineId]);
  useRevokedWithScreen(photos);
  return {
    photos,
    setPhotos,
    isRecalled: recalled === fineId,
    isCurrent: (id: string) => current.current === id,
  };
}

/** Frees the memory of the shown pictures when the screen goes. */
function useRevokedWithScreen(photos: Photos): void {
  const latest = useRef(photos);
  useEffect(() => {
    latest.current = photos;
  }, [photos]);
  useEffect(() => () => revoke(latest.current), []);
}
