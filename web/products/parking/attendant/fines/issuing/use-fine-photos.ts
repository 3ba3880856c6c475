import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from "react";
import { CASE_LIMITS, type PhotoCategory } from "#contract/cases.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { recordCaseEvent, type StoredFine } from "#data/fines/mutations.ts";
import type { Session } from "#session/store.ts";
import { listWaiting, onWaitingChange } from "#shared/offline/device-store.ts";
import { currentOwner } from "#shared/offline/owner.ts";
import { keepPhotos } from "../../offline/issue-offline.ts";
import { forgetOldPhotos, forgetPhoto, keepPhoto, type KeptPhoto, readKeptPhotos } from "../../photos/kept-photos.ts";
import { retryRefused } from "../../queue/use-waiting.ts";
import { takeHandedPhoto } from "../../photos/handed-photo.ts";
import { listedPhoto, takePhoto } from "../../photos/taken-photo.ts";

export const MOST_PHOTOS = CASE_LIMITS.photos;

export type TakenPhoto = KeptPhoto & { address: string };

const shown = (photo: KeptPhoto): TakenPhoto => ({ ...photo, address: URL.createObjectURL(photo.file) });

/**
 * Photos of the fine with this key: taken and scaled down while the form is filled in, sent after the fine is stored (document 4 §5).
 * They lie on the device until then, and are there again after a reload.
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
    /** Takes the first that there is room for. */
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

/** Takes the picture that the camera handed over, once the form is there. */
function useHandedPhoto(take: (file: File) => void): void {
  const latest = useEffectEvent(take);
  useEffect(() => {
    const handed = takeHandedPhoto();
    if (handed !== undefined) queueMicrotask(() => latest(handed));
  }, []);
}

/** Brings the photos of this key back that the device has kept, and gives the key that counts now: a photo that is read for a draft that
 * was thrown away belongs to no fine. */
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

/** A photo that was taken after the fine had been stored, since its answer was lost, is added to it. */
async function listPhoto({ id: fineId, photos }: StoredFine, photo: TakenPhoto, { userId }: Session): Promise<void> {
  if (photos.some(({ id }) => id === photo.id)) return;
  const data = { ...listedPhoto(photo) };
  await recordCaseEvent({ fineId, eventId: photo.id, kind: "photo_added", data, actingAs: userId });
}

export type PhotoSending = {
  done: number;
  all: number;
  isRunning: boolean;
  hasFailed: boolean;
  /** They wait in the device's queue, whatever becomes of the page. */
  isKept: boolean;
};

/** Which photos of a fine the device's queue sends: they wait behind a fine that was issued without a network. */
function useQueuedPhotos(onChange: () => void) {
  const queued = useRef(new Set<string>());
  const tellChange = useEffectEvent(onChange);
  useEffect(() => onWaitingChange(() => tellChange()), []);
  return {
    isQueued: ({ id }: TakenPhoto) => queued.current.has(id),
    /** What waits of them. */
    look: async (photos: readonly TakenPhoto[]) => {
      const own = new Set(photos.map(({ id }) => id));
      const rows = await listWaiting(currentOwner() ?? "").catch(() => []);
      const left = rows.filter(({ id }) => own.has(id));
      for (const { id } of left) queued.current.add(id);
      return left;
    },
  };
}

/** Hands what has not arrived to the device's queue. Whether the page may go: all of it is sent whatever becomes of it. */
async function keepUnsent(fine: StoredFine, unsent: readonly TakenPhoto[]): Promise<boolean> {
  // The queue sends files alone: a photo that the fine does not list yet is told first, by its page.
  const isListed = ({ id }: TakenPhoto) => fine.photos.some((listed) => listed.id === id);
  if (currentOwner() === undefined || !unsent.every(isListed)) return false;
  try {
    await keepPhotos(fine.id, unsent.map(listedPhoto), unsent);
  } catch {
    return false;
  }
  for (const { id } of unsent) void forgetPhoto(id);
  return true;
}

/**
 * Sends the files of a stored fine's photos, but those that the device's queue sends. What has arrived is remembered, so that trying again
 * sends only the rest.
 */
export function usePhotoSending(session: Session) {
  const [sending, setSending] = useState<PhotoSending>();
  const arrived = useRef(new Set<string>());
  const now = useRef<{ photos: readonly TakenPhoto[]; isSending: boolean }>({ photos: [], isSending: false });
  const { isQueued, look } = useQueuedPhotos(() => void (now.current.photos.length > 0 && tell()));

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
    // At once, so that its line moves nothing when it comes.
    setSending((before) => before ?? { done: 0, all: photos.length, isRunning: true, hasFailed: false, isKept: false });
    const left = await look(photos);
    for (const { id } of left) void forgetPhoto(id);
    if (left.some(({ refused }) => refused !== undefined)) await retryRefused(currentOwner() ?? "");
    const own = photos.filter((photo) => !isQueued(photo) && !arrived.current.has(photo.id));
    // Their fine lists them now: they outlive its draft and the login.
    await Promise.all(own.map((photo) => keepPhoto(session, photo, true)));
    await tell();
    for (const photo of own) {
      try {
        // One after the other: the first arrive even where the network does not last.
        // oxlint-disable-next-line no-await-in-loop
        await listPhoto(fine, photo, session);
        // oxlint-disable-next-line no-await-in-loop
        await uploadCasePhoto(listedPhoto(photo).path, photo.file);
        arrived.current.add(photo.id);
        void forgetPhoto(photo.id);
        // oxlint-disable-next-line no-await-in-loop
        await tell();
      } catch {
        // The others are tried all the same; this one once more by a press.
      }
    }
    now.current.isSending = false;
    await tell();
  }

  const handOver = (fine: StoredFine) =>
    keepUnsent(
      fine,
      now.current.photos.filter((photo) => !isQueued(photo) && !arrived.current.has(photo.id)),
    );

  return { sending, send, handOver };
}
