/** One reload for stale code in this time, in milliseconds: a second failure so soon is no matter of a new version. */
const QUIET_MS = 60_000;
const KEY = "reloaded-for-stale-chunk";

/** Whether an error says that a part of the application could not be fetched, as it is after a new version was put in place. */
export function isStaleChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported module|importing a module script failed|unable to preload|failed to load module script/i.test(
    error.message,
  );
}

/**
 * Reloads the page when `error` is a missing part of an old version and we have not just done so. True when the reload is
 * under way. `now` and `reload` are passed in by tests.
 */
export function reloadForStaleChunk(error: unknown, now = Date.now(), reload = () => location.reload()): boolean {
  if (!isStaleChunkError(error) || !navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now - last < QUIET_MS) return false;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    // Without storage we could not tell a first reload from a hundredth.
    return false;
  }
  reload();
  return true;
}
