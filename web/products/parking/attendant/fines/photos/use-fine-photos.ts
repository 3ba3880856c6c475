import { useEffect, useEffectEvent, useState } from "react";
import { CASE_LIMITS, type PhotoCategory } from "#contract/cases.ts";
import type { Session } from "#session/store.ts";
import { forgetPhoto, keepPhoto } from "#parking/kernel/photos/kept-photos.ts";
import { takePhoto } from "#parking/kernel/photos/taken-photo.ts";
import { withoutOne } from "../rules/next-category.ts";
import { takeHandedPhoto } from "./handed-photo.ts";
import { revoke, shown, useKeptPhotos } from "./use-kept-photos.ts";

export const MOST_PHOTOS = CASE_LIMITS.photos;

type Category = PhotoCategory | null;

type KeptPhotos = ReturnType<typeof useKeptPhotos>;

/** Reads pictures for the fine with this key: scaled down, and kept on the device at once. */
function useReading(session: Session, fineId: string, { setPhotos, isCurrent }: KeptPhotos) {
  // The subjects of the photos that are being read.
  const [reading, setReading] = useState<readonly Category[]>([]);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);

  async function add(file: File, category: Category) {
    try {
      const photo = { ...(await takePhoto(fineId, file)), category };
      if (!isCurrent(fineId)) return;
      void keepPhoto(session, photo, false);
      setPhotos((all) => [...all, shown(photo)]);
    } catch {
      setUnreadable((names) => [...names, file.name]);
    } finally {
      setReading((all) => withoutOne(all, category));
    }
  }

  return {
    reading,
    /** The names of files of the last choice that are no pictures. */
    unreadable,
    read: (files: readonly File[], category: Category) => {
      setUnreadable([]);
      setReading((all) => [...all, ...files.map(() => category)]);
      for (const file of files) void add(file, category);
    },
  };
}

/**
 * The photos of the fine with this key. They are taken and scaled down while the form is filled in, and sent after the fine is stored
 * (document 4 §5). Until then they lie on the device, and survive a reload.
 */
export function useFinePhotos(session: Session, fineId: string) {
  const kept = useKeptPhotos(session, fineId);
  const { photos, setPhotos, isRecalled } = kept;
  const { reading, unreadable, read } = useReading(session, fineId, kept);
  const room = MOST_PHOTOS - photos.length - reading.length;
  useHandedPhoto((file) => read([file], null));

  function categorize(id: string, category: PhotoCategory) {
    const photo = photos.find((one) => one.id === id);
    if (photo === undefined) return;
    void keepPhoto(session, { ...photo, category }, false);
    setPhotos((all) => all.map((one) => (one.id === id ? { ...one, category } : one)));
  }

  return {
    photos,
    /** Whether the photos that the device keeps are read. */
    isRecalled,
    isReading: reading.length > 0,
    unreadable,
    room,
    /** The subjects of the photos, with those that are being read. */
    subjects: [...photos.map(({ category }) => category), ...reading],
    /** Takes photos as long as there is room. */
    take: (files: readonly File[], category: Category = null) => read(files.slice(0, room), category),
    remove: (id: string) => {
      void forgetPhoto(id);
      setPhotos((all) => {
        revoke(all.filter((photo) => photo.id === id));
        return all.filter((photo) => photo.id !== id);
      });
    },
    categorize,
    clear: () => {
      revoke(photos);
      for (const { id } of photos) void forgetPhoto(id);
      setPhotos([]);
    },
  };
}

export type FinePhotos = ReturnType<typeof useFinePhotos>;

/** Takes the picture that the camera screen passed on, once the form is there. */
function useHandedPhoto(take: (file: File) => void): void {
  const latest = useEffectEvent(take);
  useEffect(() => {
    const handed = takeHandedPhoto();
    if (handed !== undefined) queueMicrotask(() => latest(handed));
  }, []);
}
