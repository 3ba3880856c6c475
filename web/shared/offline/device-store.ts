// What lies on this device until it has been sent, and what is known here without a network: IndexedDB, written so that a phone that dies
// keeps it (document 4 §6). Every row belongs to one login and is given to no other.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { DeviceFull } from "./device-full.ts";

/** What waits to be sent. Rows are sent in the order of their places. */
export type Waiting = {
  /** Given by the store. */
  place: number;
  /** Made by the caller: the same one is kept once. */
  id: string;
  /** Whose it is. */
  owner: string;
  kind: string;
  payload: unknown;
  /** What has to be sent before it can be, such as the fine of a photo. */
  needs?: string;
  /** Milliseconds since 1970 by this device's clock. */
  at: number;
  /** Why the server refused it; it waits for a person then. */
  refused?: string;
};

/** A new row. */
export type NewWaiting = Omit<Waiting, "place" | "owner" | "at" | "refused">;

interface Device extends DBSchema {
  waiting: { key: number; value: Omit<Waiting, "place"> & { place?: number }; indexes: { id: string; owner: string } };
  /** Files apart from the rows that list them. */
  files: { key: string; value: { id: string; owner: string; file: Blob } };
  /** What was told of the owner's site, by name. */
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

/** The name of what an owner has begun. */
const BEGUN = "drafts";

/** On the disk before it counts as kept. */
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

/** Calls back when the queue changes, in any tab. Gives back the way to stop. */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Keeps rows, in their order, with the files that belong to them: all or nothing. A row or file that is there already stays as it is.
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
      // One after the other: the transaction lives as long as something is asked of it.
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

/** What waits, in order, of one owner. */
export async function listWaiting(owner: string): Promise<Waiting[]> {
  const rows = await (await open()).getAllFromIndex("waiting", "owner", owner);
  return (rows as Waiting[]).toSorted((a, b) => a.place - b.place);
}

/** Gives what waits of one owner, and its files, to another: the same person under another key. Nothing is done where nothing waits. */
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

/** Takes a row out, and its files: to be called when the server has acknowledged it. */
export async function dropWaiting(place: number, files: readonly string[] = []): Promise<void> {
  const change = (await open()).transaction(["waiting", "files"], "readwrite", STRICT);
  await Promise.all([
    change.objectStore("waiting").delete(place),
    ...files.map((id) => change.objectStore("files").delete(id)),
    change.done,
  ]);
  tellChange();
}

/** Notes why a row was refused, or (undefined) that it may be tried again. */
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

/** A kept file of an owner, or undefined. */
export async function readFile(owner: string, id: string): Promise<Blob | undefined> {
  const found = await (await open()).get("files", id);
  return found?.owner === owner ? found.file : undefined;
}

/** Keeps a fact, told or typed: what was typed on the disk before it counts as kept. @throws DeviceFull when the device has no room. */
export async function keepFact(owner: string, name: string, value: unknown, isTyped = false): Promise<void> {
  try {
    const change = (await open()).transaction("facts", "readwrite", isTyped ? STRICT : {});
    await Promise.all([change.store.put({ owner, name, value }), change.done]);
  } catch (error) {
    throw new DeviceFull(String(error));
  }
}

/** A fact of an owner, or undefined. */
export async function readFact(owner: string, name: string): Promise<unknown> {
  return (await (await open()).get("facts", [owner, name]))?.value;
}

/** What somebody has begun outlives their login for so long, in milliseconds: it waits for the same person's next one. */
const BEGUN_MS = 14 * 24 * 3_600_000;

/** Keeps what an owner has begun, on the disk before it counts as kept. @throws DeviceFull when the device has no room. */
export const keepBegun = (owner: string, value: unknown): Promise<void> =>
  keepFact(owner, BEGUN, { begun: value, at: Date.now() }, true);

/** What an owner has begun, in this login or an earlier one. */
export const readBegun = async (owner: string): Promise<unknown> =>
  ((await readFact(owner, BEGUN)) as { begun?: unknown } | undefined)?.begun;

/** Forgets what an owner has begun: they logged out. */
export async function forgetBegun(owner: string): Promise<void> {
  await (await open()).delete("facts", [owner, BEGUN]);
}

/** Forgets the facts of all owners but this one; of all without one. What waits to be sent stays, and what somebody has begun. */
export async function forgetFacts(except?: string): Promise<void> {
  const change = (await open()).transaction("facts", "readwrite");
  for (const { owner, name, value } of await change.store.getAll()) {
    const isBegun = name === BEGUN && ((value as { at?: number }).at ?? 0) > Date.now() - BEGUN_MS;
    // oxlint-disable-next-line no-await-in-loop
    if (owner !== except && !isBegun) await change.store.delete([owner, name]);
  }
  await change.done;
}
