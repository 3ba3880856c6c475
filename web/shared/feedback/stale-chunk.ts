/** One reload for stale code in this time, in milliseconds: a second failure so soon is no matter of a new version. */
const QUIET_MS = 60_000;
const KEY = "stale-chunk";

/** Whether an error says that a part of the application could not be fetched, as it is after a new version was put in place. */
export function isStaleChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported|module script|unable to preload/i.test(error.message);
}

/** Reloads the page, if the server is there: the browser's own error page would take away what is on the screen. */
export const reloadIfThere = (reload = () => location.reload()): Promise<void> =>
  // The answer is never a kept one: the server says no-store.
  fetch("/config.json").then(
    ({ ok }) => void (ok && reload()),
    () => undefined,
  );

/**
 * Reloads the page when `error` is a missing part of an old version and we have not just done so. True when the reload is
 * under way, or waits for the server's answer. `now` and `reload` are passed in by tests.
 */
export function reloadForStaleChunk(error: unknown, now = Date.now(), reload?: () => void): boolean {
  if (!isStaleChunkError(error)) return false;
  try {
    const last = Number(sessionStorage.getItem(KEY));
    if (now - last < QUIET_MS) return false;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    // Without storage we could not tell a first reload from a hundredth.
    return false;
  }
  void reloadIfThere(reload);
  return true;
}
