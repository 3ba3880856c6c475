// Writes of the queue on the device: its rows, and the files that go with them.
import type { ActingOnDevice } from "#data/acting.ts";
import { keepWaiting, type NewWaiting } from "#shared/offline/device-store.ts";
import type { Entries, Entry, EntryKind } from "#parking/kernel/queue/entries.ts";

/** Makes a row of the queue. */
export const newEntry = <Kind extends EntryKind>(
  kind: Kind,
  id: string,
  payload: Entries[Kind],
  needs?: string,
): NewWaiting => ({ id, kind, payload, ...(needs === undefined ? {} : { needs }) });

/** The files of the queue that an entry sends. */
export function filesOf(entry: Entry & { id: string }): string[] {
  if (entry.kind === "photo") return [entry.id];
  if (entry.kind !== "shift") return [];
  return entry.payload.photos.flatMap((photo) => (typeof photo === "string" ? [] : [photo.file]));
}

/** A photo file that a fine lists. */
export type ListedFile = { id: string; file: Blob };

/** Stores the files of a fine's photos until they have been sent. @throws DeviceFull */
export async function keepPhotos(
  acting: ActingOnDevice,
  fineId: string,
  listed: readonly { id: string; path: string }[],
  files: readonly ListedFile[],
): Promise<void> {
  const { owner, isOpen } = acting.device;
  if (!isOpen()) return;
  const rows = listed.map(({ id, path }) => newEntry("photo", id, { fineId, path }, fineId));
  await keepWaiting(
    owner,
    rows,
    files.map(({ id, file }) => ({ id, file })),
  );
}
