/** The ID of the last request that failed at the server. The server's log holds it too, so a person who reports an error can name it. */

let failed: string | null = null;

/** Remembers the ID of an answer with status 500 or above. */
export function noteAnswer({ status, headers }: Pick<Response, "status" | "headers">): void {
  if (status >= 500) failed = headers.get("x-request-id");
}

/** The ID of the last request that failed at the server; null when no request failed, or it had no ID. */
export const failedRequest = (): string | null => failed;
