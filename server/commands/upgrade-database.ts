// `npm run upgrade-database`: moves the database of npm install to another major version of PostgreSQL.
import { upgradeDatabase } from "#server/backup/upgrade-database.ts";
import { createLog } from "#server/log.ts";
import { printTold } from "./command-line.ts";
import { readPlaces } from "#server/backup/places.ts";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => stop.abort(new Error("Stopped; the database is as it was.")));

await printTold(async () => {
  const [programs = null, ...more] = process.argv.slice(2);
  if (more.length > 0 || programs?.startsWith("-") === true)
    throw new Error("npm run upgrade-database -- FOLDER    (the old version's programs; looked for when left out)");
  const log = createLog("warn");
  return `${await upgradeDatabase({ places: readPlaces(process.env), programs, log, signal: stop.signal })}\n`;
});
