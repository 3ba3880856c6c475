// Does the work that is due by the clock (document 5 §1, run_due), every minute. One of the processes that share the database does it.
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { repeat } from "./repeat.ts";

const EVERY_MS = 60_000;

type DueOptions = {
  /** Connections to the database with the rights of its owner. */
  database: Database;
  log: Logger;
  /** Time between two looks; tests set a shorter one. */
  everyMs?: number;
};

/** Begins to look every minute. `stop` waits for a look under way. */
export const startDue = ({ database, log, everyMs = EVERY_MS }: DueOptions): { stop(): Promise<void> } =>
  repeat({ everyMs }, () =>
    database
      .query(sql`select private.run_due()`)
      .catch((error: Error) =>
        log.warn({ message: error.message }, "what is due by the clock was not done, the next minute tries again"),
      ),
  );
