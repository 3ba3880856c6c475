/** Requests that end: a phone that lost its network waits minutes for an answer that does not come. */

/** Longest wait for an answer, in milliseconds: the server itself gives up earlier. */
const LONGEST_WAIT_MS = 25_000;

/** Photos on a slow network take as long as they take. */
const isUpload = (input: RequestInfo | URL) =>
  (input instanceof Request ? input.url : String(input)).includes("/storage/v1/");

/**
 * `fetch` for calls of the table API and of sign-in, with a limit; uploads have none.
 * Rejects with a TimeoutError when it is reached, and as `fetch` does when the caller's own signal ends it.
 */
export function fetchInTime(
  input: RequestInfo | URL,
  init: RequestInit = {},
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<Response> {
  if (isUpload(input)) return fetch(input, init);
  const limit = AbortSignal.timeout(longestWaitMs);
  // Browsers before 2024 cannot join signals; there the caller's own counts.
  const canJoin = typeof AbortSignal.any === "function";
  const signal = !init.signal ? limit : canJoin ? AbortSignal.any([init.signal, limit]) : init.signal;
  return fetch(input, { ...init, signal });
}
