/** The ID of the request that the server failed at last: the log has it, so that whoever reports an error can say it. */

let failed: string | null = null;

/** Notes an answer of the server: one of 500 and above has failed, and may have an ID. */
export function noteAnswer({ status, headers }: Pick<Response, "status" | "headers">): void {
  if (status >= 500) failed = headers.get("x-request-id");
}

/** The ID of the last request that failed at the server; null when none has, or it had none. */
export const failedRequest = (): string | null => failed;
