/** Requests with a time limit: a phone that lost its network would wait minutes for an answer. */

/** The longest wait for an answer, in milliseconds. The server gives up earlier. */
const LONGEST_WAIT_MS = 25_000;

/** Photos on a slow network may take any time. */
const isUpload = (input: RequestInfo | URL) =>
  (input instanceof Request ? input.url : String(input)).includes("/storage/v1/");

/**
 * `fetch` with a time limit, for calls of the table API and of sign-in; uploads have none. Rejects with a TimeoutError at the limit, and
 * like `fetch` when the caller's own signal ends it.
 */
export function fetchInTime(
  input: RequestInfo | URL,
  init: RequestInit = {},
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<Response> {
  if (isUpload(input)) return fetch(input, init);
  const limit = AbortSignal.timeout(longestWaitMs);
  // Browsers before 2024 cannot combine signals; there only the caller's signal counts.
  const canJoin = typeof AbortSignal.any === "function";
  const signal = !init.signal ? limit : canJoin ? AbortSignal.any([init.signal, limit]) : init.signal;
  return fetch(input, { ...init, signal });
}
