// `node tools/command.mjs NAME …`: the commands of an operator (`npm run backup -- FILE`, and those of command-arguments.mjs). Installs and
// builds what is missing, and runs the built program, server/commands/NAME.ts.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { argumentsOf, COMMANDS } from "./command-arguments.mjs";
import { ensureInstalled } from "./install.mjs";

const [name = "", ...given] = process.argv.splice(2);
const command = COMMANDS[name];
if (command === undefined) throw new Error(`Name a command: ${Object.keys(COMMANDS).join(", ")}.`);
process.argv.push(
  ...argumentsOf(name, given, (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd()),
);

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
if (command.isFresh || !existsSync(`dist/server/${name}.js`)) {
  ensureInstalled();
  ensureBuilt();
}
await import(`../dist/server/${name}.js`);
