// `npm run restore -- FILE`: fills an empty data folder (or database) from a backup.
import { resolve } from "node:path";
import { restore } from "#server/backup/restore.ts";
import { runCommand } from "./command-line.ts";
import { readMoment, restoreTo } from "#server/archive/restore-to.ts";

const USAGE = `npm run restore -- FILE                   fills an empty data folder or database
npm run restore -- --erased FOLDER FILE   and erases again what the list in FOLDER says, such as that of the lost data folder
npm run restore -- --to MOMENT            fills an empty data folder from the archive, as it was at 2026-11-23T14:02:05 (or: latest)
npm run restore -- --to MOMENT --database NUMBER   and of this database, where the archive holds several`;

await runCommand(
  USAGE,
  (given, { erased, to, database }) => {
    const list = erased === undefined ? undefined : resolve(String(erased));
    if (to === undefined) return restore(given, { erased: list });
    return restoreTo(given, readMoment(String(to), given.places.timeZone ?? "Europe/Stockholm"), {
      erased: list,
      system: database === undefined ? undefined : String(database),
    });
  },
  { erased: { type: "string" }, to: { type: "string" }, database: { type: "string" } },
  "to",
);
