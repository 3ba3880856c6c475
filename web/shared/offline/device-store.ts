// The device's store (IndexedDB): work that waits to be sent, and facts for use without a network. Writes survive a phone that dies
// (document 4 §6). Every row belongs to one login, and no other login can read it.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { DeviceFull } from "./device-full.ts";
import { LONGEST_DRAFT_MS } from "./with-database.ts";

/** A row that waits to be sent. Rows are sent in the order of `place`. */
export type Waiting = {
  /** The store gives the place. */
  place: number;
  /** The caller makes the ID. A row with a known ID is not stored again. */
  id: string;
  /** The login that the row belongs to. */
  owner: string;
  kind: string;
  payload: unknown;
  /** The ID of a row that must be sent first, such as the fine of a photo. */
  needs?: string;
  /** Milliseconds since 1970 by this device's clock. */
  at: number;
  /** The server's reason for a refusal. A refused row waits for a person. */
  refused?: string;
};

/** A row as the caller gives it. */
export type NewWaiting = Omit<Waiting, "place" | "owner" | "at" | "refused">;

interface Device extends DBSchema {
  waiting: { key: number; value: Omit<Waiting, "place"> & { place?: number }; indexes: { id: string; owner: string } };
  /** Files, stored apart from the rows that list them. */
  files: { key: string; value: { id: string; owner: string; file: Blob } };
  /** Facts about the owner's site, by name. */
  facts: { key: [string, string]; value: { owner: string; name: string; value: unknown } };
}

let opening: Promise<IDBPDatabase<Device>> | undefined;

function open(): Promise<IDBPDatabase<Device>> {
  opening ??= openDB<Device>("parkering-device", 1, {
    upgrade(database) {
      const waiting = database.createObjectStore("waiting", { keyPath: "place", autoIncrement: true });
      waiting.createIndex("id", "id", { unique: true });
      waiting.createIndex("owner", "owner");
      database.createObjectStore("files", { keyPath: "id" });
      database.createObjectStore("facts", { keyPath: ["owner", "name"] });
    },
    blocking: (_now, _next, event) => {
      (event.target as IDBDatabase).close();
      opening = undefined;
    },
    terminated: () => (opening = undefined),
  }).catch((error: unknown) => {
    opening = undefined;
    throw new DeviceFull(String(error));
  });
  return opening;
}

/** The name of the fact that holds an owner's drafts. */
const BEGUN = "drafts";

/** The write is on the disk before the promise resolves. */
const STRICT = { durability: "strict" } as const;

const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("parkering-device");
const listeners = new Set<() => void>();

function tellChange(): void {
  for (const listener of listeners) listener();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  channel?.postMessage("changed");
}
channel?.addEventListener("message", () => {
  for (const listener of listeners) listener();
});

/** Calls `listener` when the queue changes, in any tab. Returns a function that stops it. */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Stores rows, in their order, with their files: all or nothing. A row or file that is already stored stays unchanged.
 * @throws DeviceFull when the device has no room.
 */
export async function keepWaiting(
  owner: string,
  rows: readonly NewWaiting[],
  files: readonly { id: string; file: Blob }[] = [],
): Promise<void> {
  const database = await open();
  const change = database.transaction(["waiting", "files"], "readwrite", STRICT);
  try {
    for (const { id, file } of files) {
      // Requests run one by one: a transaction ends when nothing is asked of it.
      // oxlint-disable-next-line no-await-in-loop
      await change.objectStore("files").put({ id, owner, file });
    }
    const waiting = change.objectStore("waiting");
    for (const row of rows) {
      // oxlint-disable-next-line no-await-in-loop
      const known = await waiting.index("id").getKey(row.id);
      // oxlint-disable-next-line no-await-in-loop
      if (known === undefined) await waiting.add({ ...row, owner, at: Date.now() });
    }
    await change.done;
  } catch (error) {
    await change.done.catch(() => undefined);
    throw new DeviceFull(String(error));
  }
  tellChange();
}

/** The waiting rows of one owner, in order. */
export async function listWaiting(owner: string): Promise<Waiting[]> {
  const rows = await (await open()).getAllFromIndex("waiting", "owner", owner);
  return (rows as Waiting[]).toSorted((a, b) => a.place - b.place);
}

/**
 * Changes what a waiting row says, by the ID of the row. Gives whether the row is there; one that is being sent may go as it was.
 * @throws DeviceFull when the device has no room.
 */
export async function changeWaiting(
  owner: string,
  id: string,
  change: (payload: unknown) => unknown,
): Promise<boolean> {
  const database = await open();
  const transaction = database.transaction("waiting", "readwrite", STRICT);
  try {
    const row = await transaction.store.index("id").get(id);
    const isOwn = row?.owner === owner;
    if (isOwn) await transaction.store.put({ ...row, payload: change(row.payload) });
    await transaction.done;
    if (isOwn) tellChange();
    return isOwn;
  } catch (error) {
    await transaction.done.catch(() => undefined);
    throw new DeviceFull(String(error));
  }
}

/** Moves the waiting rows and files from one owner to another: the same person under another key. */
export async function handOver(from: string, to: string): Promise<void> {
  const change = (await open()).transaction(["waiting", "files"], "readwrite", STRICT);
  const [waiting, files] = [change.objectStore("waiting"), change.objectStore("files")];
  const rows = await waiting.index("owner").getAll(from);
  const theirs = rows.length === 0 ? [] : (await files.getAll()).filter(({ owner }) => owner === from);
  await Promise.all([
    ...rows.map((row) => waiting.put({ ...row, owner: to })),
    ...theirs.map((file) => files.put({ ...file, owner: to })),
    change.done,
  ]);
  if (rows.length > 0) tellChange();
}

/** Removes a row and its files, after the server has acknowledged it. */
export async function dropWaiting(place: number, files: readonly string[] = []): Promise<void> {
  const change = (await open()).transaction(["waiting", "files"], "readwrite", STRICT);
  await Promise.all([
    change.objectStore("waiting").delete(place),
    ...files.map((id) => change.objectStore("files").delete(id)),
    change.done,
  ]);
  tellChange();
}

/** Notes the reason for a refusal; undefined means that the row may be sent again. */
export async function markRefused(place: number, refused: string | undefined): Promise<void> {
  const change = (await open()).transaction("waiting", "readwrite", STRICT);
  const row = await change.store.get(place);
  if (row !== undefined) {
    const { refused: _before, ...rest } = row;
    await change.store.put(refused === undefined ? rest : { ...rest, refused });
  }
  await change.done;
  tellChange();
}

/** A stored file of this owner, or undefined. */
export async function readFile(owner: string, id: string): Promise<Blob | undefined> {
  const found = await (await open()).get("files", id);
  return found?.owner === owner ? found.file : undefined;
}

/**
 * Stores a fact. With `isTyped` (a person typed it) the fact is on the disk before the promise resolves.
 * @throws DeviceFull when the device has no room.
 */
export async function keepFact(owner: string, name: string, value: unknown, isTyped = false): Promise<void> {
  try {
    const change = (await open()).transaction("facts", "readwrite", isTyped ? STRICT : {});
    await Promise.all([change.store.put({ owner, name, value }), change.done]);
  } catch (error) {
    throw new DeviceFull(String(error));
  }
}

/** A fact of this owner, or undefined. */
export async function readFact(owner: string, name: string): Promise<unknown> {
  return (await (await open()).get("facts", [owner, name]))?.value;
}

/**
 * Stores an owner's drafts; they are on the disk before the promise resolves.
 * @throws DeviceFull when the device has no room.
 */
export const keepDraftsOf = (owner: string, value: unknown): Promise<void> =>
  keepFact(owner, BEGUN, { begun: value, at: Date.now() }, true);

/** The drafts of an owner, from this login or an earlier one. */
export const readDraftsOf = async (owner: string): Promise<unknown> =>
  ((await readFact(owner, BEGUN)) as { begun?: unknown } | undefined)?.begun;

/** Deletes the drafts of an owner, who logged out. */
export async function forgetDraftsOf(owner: string): Promise<void> {
  await (await open()).delete("facts", [owner, BEGUN]);
}

/** Deletes the facts of all owners that are meant, except `except`. Waiting rows stay, and so do drafts that are not too old. */
export async function forgetFacts(except?: string, isMeant: (owner: string) => boolean = () => true): Promise<void> {
  const change = (await open()).transaction("facts", "readwrite");
  for (const { owner, name, value } of await change.store.getAll()) {
    const isBegun = name === BEGUN && ((value as { at?: number }).at ?? 0) > Date.now() - LONGEST_DRAFT_MS;
    // oxlint-disable-next-line no-await-in-loop
    if (owner !== except && isMeant(owner) && !isBegun) await change.store.delete([owner, name]);
  }
  await change.done;
}

/** Deletes the facts of an owner, who logged out. */
export async function forgetFactsOf(owner: string): Promise<void> {
  await (await open()).delete("facts", IDBKeyRange.bound([owner], [owner, []]));
}
