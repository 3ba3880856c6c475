// Keeps the server alive when postgres.js writes to a connection that is gone.
//
// Why: a transaction that loses its connection sends its ROLLBACK there; the write comes in a later turn of the event loop, where
// nobody can catch what it throws. Whoever asked has been refused by then. (postgres 3.4.9, connection.js, nextWrite)
import type { Logger } from "pino";

/** Whether an error is such a write. */
export const isLateWrite = (error: unknown): boolean =>
  error instanceof TypeError && /\bnextWrite\b.*[/\\]postgres[/\\].*connection\.js/.test(error.stack ?? "");

/** Notes late writes in the log and goes on; `fail` gets every other error that nobody caught, and ends the process. */
export function surviveLateWrites(log: Logger, fail: (error: unknown) => never): void {
  process.on("uncaughtException", (error) => {
    if (!isLateWrite(error)) {
      log.fatal({ err: error }, "an error that nobody caught ends the server");
      fail(error);
    }
    log.warn({ err: error }, "a connection to the database was lost in a transaction");
  });
}
