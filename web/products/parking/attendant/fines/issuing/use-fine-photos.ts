import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from "react";
import { CASE_LIMITS, type PhotoCategory } from "#contract/cases.ts";
import { type ActingAttendant, useActingAttendant } from "#data/acting.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { recordCaseEvent, type StoredFine } from "#data/fines/mutations.ts";
import type { Session } from "#session/store.ts";
import { listWaiting, onWaitingChange } from "#shared/offline/device-store.ts";
import { keepPhotos } from "../../queue/keep.ts";
import {
  forgetOldPhotos,
  forgetPhoto,
  keepPhoto,
  type KeptPhoto,
  readKeptPhotos,
} from "#parking/kernel/photos/kept-photos.ts";
import { retryRefused } from "../../queue/use-waiting.ts";
import { takeHandedPhoto } from "./handed-photo.ts";
import { listedPhoto, takePhoto } from "#parking/kernel/photos/taken-photo.ts";

export const MOST_PHOTOS = CASE_LIMITS.photos;

export type TakenPhoto = KeptPhoto & { address: string };

const shown = (photo: KeptPhoto): TakenPhoto => ({ ...photo, address: URL.createObjectURL(photo.file) });

/**
 * The photos of the fine with this key. They are taken and scaled down while the form is filled in, and sent after the fine is stored
 * (document 4 §5). Until then they lie on the device, and survive a reload.
 */
export function useFinePhotos(session: Session, fineId: string) {
  const [photos, setPhotos] = useState<readonly TakenPhoto[]>([]);
  const [reading, setReading] = useState(0);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const room = MOST_PHOTOS - photos.length - reading;
  const current = useKeptOnDevice(session, fineId, setPhotos);
  useRevokedWithScreen(photos);
  useHandedPhoto((file) => {
    setReading((count) => count + 1);
    void add(file);
  });

  async function add(file: File) {
    try {
      const photo = await takePhoto(fineId, file);
      if (current.current !== fineId) return;
      void keepPhoto(session, photo, false);
      setPhotos((all) => [...all, shown(photo)]);
    } catch {
      setUnreadable((names) => [...names, file.name]);
    } finally {
      setReading((count) => count - 1);
    }
  }

  function categorize(id: string, category: PhotoCategory) {
    const photo = photos.find((one) => one.id === id);
    if (photo === undefined) return;
    void keepPhoto(session, { ...photo, category }, false);
    setPhotos((all) => all.map((one) => (one.id === id ? { ...one, category } : one)));
  }

  return {
    photos,
    isReading: reading > 0,
    unreadable,
    room,
    /** Takes photos as long as there is room. */
    take: (files: readonly File[]) => {
      const taken = files.slice(0, room);
      setUnreadable([]);
      setReading((count) => count + taken.length);
      for (const file of taken) void add(file);
    },
    remove: (id: string) => {
      void forgetPhoto(id);
      setPhotos((all) => {
        for (const photo of all) if (photo.id === id) URL.revokeObjectURL(photo.address);
        return all.filter((photo) => photo.id !== id);
      });
    },
    categorize,
    clear: () => {
      revokeAll(photos);
      for (const { id } of photos) void forgetPhoto(id);
      setPhotos([]);
    },
  };
}

/** Takes the picture that the camera screen passed on, once the form is there. */
function useHandedPhoto(take: (file: File) => void): void {
  const latest = useEffectEvent(take);
  useEffect(() => {
    const handed = takeHandedPhoto();
    if (handed !== undefined) queueMicrotask(() => latest(handed));
  }, []);
}

/** Restores the photos of this key from the device, and returns the current key: a photo read for a discarded draft belongs to no fine. */
function useKeptOnDevice(session: Session, fineId: string, change: Dispatch<SetStateAction<readonly TakenPhoto[]>>) {
  const current = useRef(fineId);
  useEffect(() => {
    current.current = fineId;
    void forgetOldPhotos()
      .then(() => readKeptPhotos(session, fineId))
      .then((kept) => {
        if (current.current !== fineId) return;
        change((all) => [...kept.filter(({ id }) => all.every((one) => one.id !== id)).map(shown), ...all]);
      });
  }, [session, fineId, change]);
  return current;
}

/** Frees the memory of the shown pictures when the screen goes. */
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

/** Adds a photo to a stored fine. It was taken after the fine was stored, because the answer was lost. */
async function listPhoto(
  acting: ActingAttendant,
  { id: fineId, photos }: StoredFine,
  photo: TakenPhoto,
): Promise<void> {
  if (photos.some(({ id }) => id === photo.id)) return;
  const data = { ...listedPhoto(photo) };
  await recordCaseEvent(acting, { fineId, eventId: photo.id, kind: "photo_added", data });
}

export type PhotoSending = {
  done: number;
  all: number;
  isRunning: boolean;
  hasFailed: boolean;
  /** Whether the photos wait in the device's queue, which sends them without this page. */
  isKept: boolean;
};

/** The photos of a fine that the device's queue sends, behind a fine that was issued without a network. */
function useQueuedPhotos({ device }: ActingAttendant, onChange: () => void) {
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
async function keepUnsent(acting: ActingAttendant, fine: StoredFine, unsent: readonly TakenPhoto[]): Promise<boolean> {
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

/**
 * Sends the files of a stored fine's photos, except those in the device's queue. Photos that arrived are remembered, so that a retry sends
 * only the rest.
 */
export function usePhotoSending(session: Session) {
  const acting = useActingAttendant();
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
        // oxlint-disable-next-line no-await-in-loop
        await listPhoto(acting, fine, photo);
        // oxlint-disable-next-line no-await-in-loop
        await uploadCasePhoto(acting, listedPhoto(photo).path, photo.file);
        arrived.current.add(photo.id);
        void forgetPhoto(photo.id);
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
