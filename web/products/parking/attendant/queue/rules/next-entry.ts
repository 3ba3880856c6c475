import type { Waiting } from "#shared/offline/device-store.ts";

/** Large, and told after what lists them: a fine is told at once, its photos follow. */
const isLarge = ({ kind }: Waiting) => kind === "photo" || kind === "shift";

/**
 * What is sent next: the first row in order that nothing which it needs stands before, small ones first. A refused one waits for a
 * person, and so does what needs it; so do the `failed` ones, by id, for another time. Undefined when nothing can be sent.
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
