// `npm run database:adopt`: a hosted project from before the baseline gets the rest of the earlier migrations, and then the baseline's history.
import sql from "sql-template-tag";
import { applyMigrations } from "#server/database/migrations/migrations.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { PREPARE_LOCK, UNHURRIED, withConnection } from "#server/database/driver/one-connection.ts";
import { reachDatabase } from "#server/database/driver/wait-for-database.ts";
import { refuseUnfinishedRestore } from "#server/database/unfinished-restore.ts";
import { createLog } from "#server/log.ts";
import { readSettings } from "#server/settings.ts";
import { printTold, refuseArguments } from "./command-line.ts";

await printTold(async () => {
  refuseArguments("database:adopt");
  const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env;
  const { databaseUrl, databaseDirectUrl } = readSettings({ DATABASE_URL, DATABASE_DIRECT_URL }, projectFolder());
  if (databaseUrl === null)
    throw new Error(
      "Name the database in DATABASE_URL. A server of this program adopts its own database when it starts.",
    );
  const log = createLog("warn");
  // A pooler that lends its connections would keep the lock after this command ended.
  const { directUrl } = await reachDatabase({ databaseUrl, databaseDirectUrl }, log, 0);
  const applied = await withConnection(
    directUrl,
    { name: "parkering-adopt", settings: UNHURRIED },
    async (connection) => {
      await connection.query(sql`select pg_advisory_lock(${PREPARE_LOCK}::bigint)`);
      await refuseUnfinishedRestore(connection);
      return applyMigrations(connection, log);
    },
  );
  return `The database has the history of this version now. ${applied.length === 0 ? "It lacked no migration." : `Migrations that it lacked: ${applied.length}.`}\n`;
});
