/** Answers stored on a logged-in attendant's device, so that the screens open without a network (document 4 §6). */
import { isOutOfReach, noteReach } from "#shared/offline/reach.ts";
import type { Acting, OwnDevice } from "./acting.ts";
import { isUnreachable } from "./data-error.ts";

/** The store's code loads on demand, because most screens store nothing. */
const loadStore = () => import("#shared/offline/device-store.ts");

/**
 * Returns the answer of `fetch`, and stores it by name on the device of the acting person, if they have one. Without a network it returns the stored answer, or
 * that of `otherwise`. @throws the error of `fetch`, when nothing is stored
 */
export async function fetchOrStored<Value>(
  { device }: Acting,
  name: string,
  fetch: () => Promise<Value>,
  otherwise?: (owner: string) => Promise<Value | undefined>,
): Promise<Value> {
  if (device === undefined) return fetch();
  const { owner } = device;
  const known = async () => {
    const fact = (await (await loadStore()).readFact(owner, name)) as { value: Value } | undefined;
    return fact === undefined ? otherwise?.(owner) : fact.value;
  };
  if (isOutOfReach()) {
    const value = await known().catch(() => undefined);
    if (value !== undefined) return value;
  }
  try {
    const value = await fetch();
    noteReach(true);
    if (otherwise === undefined) void keep(device, name, value);
    return value;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    noteReach(false);
    const value = await known().catch(() => undefined);
    if (value === undefined) throw error;
    return value;
  }
}

async function keep({ owner, isOpen }: OwnDevice, name: string, value: unknown): Promise<void> {
  try {
    const store = await loadStore();
    // The login may have ended meanwhile.
    if (isOpen()) await store.keepFact(owner, name, { value });
  } catch {
    // The device has no room, so the answer is missing without a network.
  }
}
