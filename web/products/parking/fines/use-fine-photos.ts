import { useEffect, useRef, useState } from "react";
import { currentOwner } from "#shared/offline/owner.ts";
import { listWaiting, onWaitingChange } from "#shared/offline/device-store.ts";
import { CASE_LIMITS, type PhotoCategory } from "#contract/cases.ts";
import { casePhotoPath, uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import type { FinePhoto } from "#data/fine_photos/queries.ts";
import { randomKey } from "#shared/random-key.ts";
import { sha256 } from "#shared/sha256.ts";
import { keepPhotos } from "../offline/issue-offline.ts";
import { readPhoto } from "../photos/photo-file.ts";
import { retryRefused } from "../queue/use-waiting.ts";

export const MOST_PHOTOS = CASE_LIMITS.photos;

export type TakenPhoto = {
  id: string;
  file: File;
  address: string;
  sha256: string;
  takenAt: string;
  category: PhotoCategory | null;
};

/** Photos of a fine: taken and scaled down while the form is filled in, sent after the fine is stored (document 4 §5). */
export function useFinePhotos() {
  const [photos, setPhotos] = useState<readonly TakenPhoto[]>([]);
  const [reading, setReading] = useState(0);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const room = MOST_PHOTOS - photos.length - reading;
  // A photo that is read for a draft that was thrown away belongs to no fine.
  const generation = useRef(0);
  useRevokedWithScreen(photos);

  async function add(file: File) {
    const begun = generation.current;
    const takenAt = new Date().toISOString();
    try {
      const scaled = await readPhoto(file);
      const photo = {
        id: randomKey(),
        file: scaled,
        address: URL.createObjectURL(scaled),
        sha256: await sha256(scaled),
        takenAt,
        category: null,
      };
      if (begun === generation.current) setPhotos((all) => [...all, photo]);
      else revokeAll([photo]);
    } catch {
      setUnreadable((names) => [...names, file.name]);
    } finally {
      setReading((count) => count - 1);
    }
  }

  return {
    photos,
    isReading: reading > 0,
    unreadable,
    room,
    /** Takes the first that there is room for. */
    take: (files: readonly File[]) => {
      const taken = files.slice(0, room);
      setUnreadable([]);
      setReading((count) => count + taken.length);
      for (const file of taken) void add(file);
    },
    remove: (id: string) =>
      setPhotos((all) => {
        for (const photo of all) if (photo.id === id) URL.revokeObjectURL(photo.address);
        return all.filter((photo) => photo.id !== id);
      }),
    categorize: (id: string, category: PhotoCategory) =>
      setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, category } : photo))),
    clear: () => {
      generation.current += 1;
      revokeAll(photos);
      setPhotos([]);
    },
  };
}

/** Gives the memory of what is shown back when the screen goes. */
function useRevokedWithScreen(photos: readonly TakenPhoto[]): void {
  const shown = useRef(photos);
  useEffect(() => {
    shown.current = photos;
  }, [photos]);
  useEffect(() => () => revokeAll(shown.current), []);
}

function revokeAll(photos: readonly TakenPhoto[]): void {
  for (const { address } of photos) URL.revokeObjectURL(address);
}

export type FinePhotos = ReturnType<typeof useFinePhotos>;

/** Where a photo of a fine is stored. */
const pathOf = (fineId: string, { id }: TakenPhoto): string => casePhotoPath(fineId, id, "jpg");

/** The photos as their fine lists them. */
export const listedPhotos = (fineId: string, photos: readonly TakenPhoto[]): FinePhoto[] =>
  photos.map((photo) => ({
    id: photo.id,
    path: pathOf(fineId, photo),
    sha256: photo.sha256,
    taken_at: photo.takenAt,
    category: photo.category,
  }));

export type PhotoSending = {
  done: number;
  all: number;
  isRunning: boolean;
  hasFailed: boolean;
  /** They lie on the device until they have been sent, whatever becomes of the page. */
  isKept?: boolean;
};

/** How far the device has come with the photos of a fine. */
async function keptSending(photos: readonly TakenPhoto[]): Promise<PhotoSending> {
  const own = new Set(photos.map(({ id }) => id));
  const left = (await listWaiting(currentOwner() ?? "")).filter(({ id }) => own.has(id));
  const hasFailed = left.some(({ refused }) => refused !== undefined);
  const isRunning = left.length > 0 && !hasFailed;
  return { done: photos.length - left.length, all: photos.length, isRunning, hasFailed, isKept: true };
}

/**
 * Sends the files of a stored fine's photos: by the device's queue, or from the page where the device has no room. What has arrived is
 * remembered, so that trying again sends only the rest.
 */
export function usePhotoSending() {
  const [sending, setSending] = useState<PhotoSending>();
  const arrived = useRef(new Set<string>());
  const unfollow = useRef<() => void>(undefined);
  useEffect(() => () => unfollow.current?.(), []);

  /** False where the device has no room. */
  async function sendByQueue(fineId: string, photos: readonly TakenPhoto[]): Promise<boolean> {
    const owner = currentOwner();
    if (owner === undefined) return false;
    try {
      // What arrived from the page stays out of it.
      const left = photos.filter(({ id }) => !arrived.current.has(id));
      const isFirst = unfollow.current === undefined;
      if (isFirst) await keepPhotos(fineId, listedPhotos(fineId, left), left);
      else await retryRefused(owner);
      const look = async () => setSending(await keptSending(photos));
      unfollow.current ??= onWaitingChange(() => void look());
      await look();
      return true;
    } catch {
      return false;
    }
  }

  async function send(fineId: string, photos: readonly TakenPhoto[]) {
    if (photos.length === 0 || (await sendByQueue(fineId, photos))) return;
    const count = () => photos.filter(({ id }) => arrived.current.has(id)).length;
    setSending({ done: count(), all: photos.length, isRunning: true, hasFailed: false });
    for (const photo of photos) {
      if (arrived.current.has(photo.id)) continue;
      try {
        // One after the other: the first arrive even where the network does not last.
        // oxlint-disable-next-line no-await-in-loop
        await uploadCasePhoto(pathOf(fineId, photo), photo.file);
        arrived.current.add(photo.id);
        setSending({ done: count(), all: photos.length, isRunning: true, hasFailed: false });
      } catch {
        // The others are tried all the same; this one once more by a press.
      }
    }
    setSending({ done: count(), all: photos.length, isRunning: false, hasFailed: count() < photos.length });
  }

  return { sending, send };
}
