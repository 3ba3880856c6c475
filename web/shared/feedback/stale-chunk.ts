/** At most one reload for old code in this time, in milliseconds. A second failure so soon has another cause than a new version. */
const QUIET_MS = 60_000;
const KEY = "stale-chunk";

/** Whether an error says that a part of the application could not be fetched, which happens after a new version was deployed. */
export function isStaleChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported|module script|unable to preload/i.test(error.message);
}

/** Reloads the page if the server answers. Without the server, the browser's own error page would replace the screen. */
export const reloadIfThere = (reload = () => location.reload()): Promise<void> =>
  // The answer never comes from a cache: the server says no-store.
  fetch("/config.json").then(
    ({ ok }) => void (ok && reload()),
    () => undefined,
  );

/**
 * Reloads the page when `error` is a missing part of an old version, at most once a minute. Returns true when a reload has begun or waits
 * for the server's answer. Tests pass in `now` and `reload`.
 */
export function reloadForStaleChunk(error: unknown, now = Date.now(), reload?: () => void): boolean {
  if (!isStaleChunkError(error)) return false;
  try {
    const last = Number(sessionStorage.getItem(KEY));
    if (now - last < QUIET_MS) return false;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    // Without storage, reloads could not be counted and might never end.
    return false;
  }
  void reloadIfThere(reload);
  return true;
}
