// `npm run restore -- FILE`: fills an empty data folder (or database) from a backup.
import { resolve } from "node:path";
import { restore } from "./backup/commands.ts";
import { runCommand } from "./backup/run.ts";

const USAGE = `npm run restore -- FILE                   fills an empty data folder or database
npm run restore -- --erased FOLDER FILE   and erases again what the list in FOLDER says, such as that of the lost data folder`;

await runCommand(
  USAGE,
  (given, { erased }) => restore(given, { erased: erased === undefined ? undefined : resolve(String(erased)) }),
  { erased: { type: "string" } },
);
