/** The one error that every call for data throws. */

/** A failed call: `code` is the database's SQLSTATE, the service's own code, or `network`. */
export class DataError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 0) {
    super(message);
    this.name = "DataError";
    this.code = code;
    this.status = status;
  }
}

/** Whether an error says that a key is taken already (SQLSTATE 23505, document 1 §5). */
export const isDuplicate = (error: unknown): boolean => error instanceof DataError && error.code === "23505";

/** Text of any thrown value, for the messages that quote the server's words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
