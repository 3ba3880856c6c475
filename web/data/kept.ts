/** Answers that a logged-in attendant's device keeps, so that their screens open without a network (document 4 §6). */
import { currentOwner } from "#shared/offline/owner.ts";
import { isOutOfReach, noteReach } from "#shared/offline/reach.ts";
import { isUnreachable } from "./data-error.ts";

/** Loaded when it is needed: most screens keep nothing. */
const loadStore = () => import("#shared/offline/device-store.ts");

/**
 * Gives what `fetch` gives and keeps it under a name for the login whose screen is open; without a network what was kept, or what
 * `otherwise` finds. @throws what `fetch` throws, where nothing is known
 */
export async function kept<Value>(
  name: string,
  fetch: () => Promise<Value>,
  otherwise?: (owner: string) => Promise<Value | undefined>,
): Promise<Value> {
  const owner = currentOwner();
  if (owner === undefined) return fetch();
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
    if (otherwise === undefined) void keep(owner, name, value);
    return value;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    noteReach(false);
    const value = await known().catch(() => undefined);
    if (value === undefined) throw error;
    return value;
  }
}

async function keep(owner: string, name: string, value: unknown): Promise<void> {
  try {
    const store = await loadStore();
    // The login may have ended while this was asked.
    if (currentOwner() === owner) await store.keepFact(owner, name, { value });
  } catch {
    // No room on the device: without a network it is not known then.
  }
}
