// Photos lie on the device (IndexedDB) from the moment they are taken until they have arrived. A reload or a camera that kills the page
// does not lose them (document 4 §5). If the device stores nothing, they exist only in the page.
import { openDB } from "idb";
import type { PhotoCategory } from "#contract/cases.ts";
import type { Session } from "#session/store.ts";
import { LONGEST_DRAFT_MS, withDatabase } from "#shared/offline/with-database.ts";

export type KeptPhoto = {
  id: string;
  /** The fine of the photo, or the name of another unfinished form, such as a shift's. */
  fineId: string;
  file: File;
  sha256: string;
  takenAt: string;
  category: PhotoCategory | null;
};

/** A stored photo. It belongs to the person, also after the login that took it. A logout deletes the photos of drafts. */
type Row = KeptPhoto & { person: string; isListed: boolean; keptAt: number };

const STORE = "photos";

const personOf = ({ accountId, project, userId }: Session): string => accountId ?? `${project ?? ""} ${userId}`;

const open = () =>
  openDB<{ photos: { key: string; value: Row; indexes: { fineId: string } } }>("case-photos", 1, {
    upgrade: (database) => void database.createObjectStore(STORE, { keyPath: "id" }).createIndex("fineId", "fineId"),
  });

/** Stores a photo, or its new state: `isListed` once a stored fine lists it. */
export async function keepPhoto(session: Session, photo: KeptPhoto, isListed: boolean): Promise<void> {
  const { id, fineId, file, sha256, takenAt, category } = photo;
  const owned = { isListed, person: personOf(session), keptAt: Date.now() };
  const row: Row = { id, fineId, file, sha256, takenAt, category, ...owned };
  await withDatabase(open, (database) => database.put(STORE, row), undefined);
}

/** Deletes a photo that has arrived or was removed. */
export const forgetPhoto = (id: string): Promise<void> =>
  withDatabase(open, (database) => database.delete(STORE, id), undefined);

/** The person's stored photos of a fine or form, in the order in which they were taken. */
export async function readKeptPhotos(session: Session, fineId: string): Promise<KeptPhoto[]> {
  const rows = await withDatabase(open, (database) => database.getAllFromIndex(STORE, "fineId", fineId), []);
  return rows
    .filter((row) => row.person === personOf(session))
    .toSorted((one, other) => one.takenAt.localeCompare(other.takenAt));
}

const forgetWhere = (isOver: (row: Row) => boolean): Promise<void> =>
  withDatabase(
    open,
    async (database) => {
      const { store, done } = database.transaction(STORE, "readwrite");
      const rows = await store.getAll();
      await Promise.all([...rows.filter(isOver).map(({ id }) => store.delete(id)), done]);
    },
    undefined,
  );

/** Deletes photos that are too old to be sent. */
export const forgetOldPhotos = (): Promise<void> => forgetWhere(({ keptAt }) => keptAt < Date.now() - LONGEST_DRAFT_MS);

/** Deletes the photos of a person's drafts at the logout. */
export const forgetDraftPhotos = (session: Session): Promise<void> =>
  forgetWhere(({ isListed, person }) => !isListed && person === personOf(session));
