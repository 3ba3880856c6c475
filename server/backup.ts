// `npm run backup -- FILE`: one file with all rows and photos, made while the server runs.
import { backUp } from "./backup/commands.ts";
import { runCommand } from "./backup/run.ts";

await runCommand("backup", backUp);
