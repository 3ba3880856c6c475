import type { Waiting } from "#shared/offline/device-store.ts";

/** Large entries go last: a fine is sent at once, its photos follow. */
const isLarge = ({ kind }: Waiting) => kind === "photo" || kind === "shift";

/**
 * The next entry to send: the first row whose needs are all sent, small ones before large ones. A refused entry waits for a person, and so
 * do entries that need it; `failed` ones (by id) wait for another time. Undefined when nothing can be sent.
 */
export function nextEntry(
  rows: readonly Waiting[],
  failed: ReadonlySet<string> = new Set<string>(),
): Waiting | undefined {
  const ids = new Set(rows.map(({ id }) => id));
  const mayGo = ({ id, refused }: Waiting) => refused === undefined && !failed.has(id);
  const ready = rows.filter((row) => mayGo(row) && (row.needs === undefined || !ids.has(row.needs)));
  return ready.find((row) => !isLarge(row)) ?? ready[0];
}
