// Photos lie on the device (IndexedDB) from the moment they are taken until they have arrived. A reload or a camera that kills the page
// does not lose them (document 4 §5). If the device stores nothing, they exist only in the page.
import type { PhotoCategory } from "#contract/cases.ts";
import type { Session } from "#session/store.ts";

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
/** The age in milliseconds after which an unsent photo is deleted. */
const LONGEST_MS = 14 * 24 * 3_600_000;

const personOf = ({ accountId, project, userId }: Session): string => accountId ?? `${project ?? ""} ${userId}`;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("case-photos", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("fineId", "fineId");
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new DOMException("IndexedDB")));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new DOMException("IndexedDB")));
  });

/** Runs work on the store; returns `otherwise` when the device stores nothing. */
async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    return await work((await open()).transaction(STORE, mode).objectStore(STORE));
  } catch {
    return otherwise;
  }
}

/** Stores a photo, or its new state: `isListed` once a stored fine lists it. */
export async function keepPhoto(session: Session, photo: KeptPhoto, isListed: boolean): Promise<void> {
  const { id, fineId, file, sha256, takenAt, category } = photo;
  const row: Row = {
    id,
    fineId,
    file,
    sha256,
    takenAt,
    category,
    isListed,
    person: personOf(session),
    keptAt: Date.now(),
  };
  await withStore<unknown>("readwrite", (store) => answerOf(store.put(row)), undefined);
}

/** Deletes a photo that has arrived or was removed. */
export const forgetPhoto = (id: string): Promise<void> =>
  withStore("readwrite", (store) => answerOf(store.delete(id)), undefined);

/** The person's stored photos of a fine or form, in the order in which they were taken. */
export async function readKeptPhotos(session: Session, fineId: string): Promise<KeptPhoto[]> {
  const rows = await withStore<Row[]>("readonly", (store) => answerOf(store.index("fineId").getAll(fineId)), []);
  return rows
    .filter((row) => row.person === personOf(session))
    .toSorted((one, other) => one.takenAt.localeCompare(other.takenAt));
}

const forgetWhere = (isOver: (row: Row) => boolean): Promise<void> =>
  withStore(
    "readwrite",
    async (store) => {
      const rows: Row[] = await answerOf(store.getAll());
      await Promise.all(rows.filter(isOver).map(({ id }) => answerOf(store.delete(id))));
    },
    undefined,
  );

/** Deletes photos that are too old to be sent. */
export const forgetOldPhotos = (): Promise<void> => forgetWhere(({ keptAt }) => keptAt < Date.now() - LONGEST_MS);

/** Deletes the photos of a person's drafts at the logout. */
export const forgetDraftPhotos = (session: Session): Promise<void> =>
  forgetWhere(({ isListed, person }) => !isListed && person === personOf(session));
