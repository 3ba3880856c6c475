// `npm run database:adopt`: a hosted project from before the baseline gets the rest of the earlier migrations, and then the baseline's history.
import sql from "sql-template-tag";
import { applyMigrations } from "./database/migrations/migrations.ts";
import { withConnection } from "./database/driver/one-connection.ts";
import { PREPARE_LOCK } from "./database/prepare.ts";
import { createLog } from "./log.ts";

try {
  const url = process.env["DATABASE_URL"];
  if (process.argv.length > 2) throw new Error("npm run database:adopt takes no arguments.");
  if (url === undefined || url === "")
    throw new Error(
      "Name the database in DATABASE_URL. A server of this program adopts its own database when it starts.",
    );
  const applied = await withConnection(
    url,
    { name: "parkering-adopt", settings: { statement_timeout: "0" } },
    async (connection) => {
      await connection.query(sql`select pg_advisory_lock(${PREPARE_LOCK}::bigint)`);
      return applyMigrations(connection, createLog("warn"));
    },
  );
  process.stdout.write(
    `The database has the history of this version now. ${applied.length === 0 ? "It lacked no migration." : `It lacked ${applied.length} migrations.`}\n`,
  );
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
}
