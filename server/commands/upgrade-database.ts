// `npm run upgrade-database`: moves the database of npm install to another major version of PostgreSQL.
import { readPlaces } from "./command-line.ts";
import { upgradeDatabase } from "#server/backup/upgrade-database.ts";
import { createLog } from "#server/log.ts";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => stop.abort(new Error("Stopped; the database is as it was.")));
try {
  const [programs = null, ...more] = process.argv.slice(2);
  if (more.length > 0 || programs?.startsWith("-") === true)
    throw new Error("npm run upgrade-database -- FOLDER    (the old version's programs; looked for when left out)");
  const log = createLog("warn");
  const given = { places: readPlaces(process.env), programs, log, signal: stop.signal };
  process.stdout.write(`${await upgradeDatabase(given)}\n`);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
}
