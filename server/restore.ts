// `npm run restore -- FILE`: fills an empty data folder (or database) from a backup.
import { restore } from "./backup/commands.ts";
import { runCommand } from "./backup/run.ts";

await runCommand("npm run restore -- FILE", (given) => restore(given));
