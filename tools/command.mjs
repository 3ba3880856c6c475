// `node tools/command.mjs NAME …`: the commands of an operator (`npm run backup -- FILE`, and the others below). Installs and builds what is
// missing, and runs the built program, server/commands/NAME.ts.
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

/** Options whose value is no path. */
const NO_PATHS = ["--keep", "--to", "--database"];

/** A file or a folder; options stay, and the values of those that take no path. */
const file = (given, before) => (given.startsWith("-") || NO_PATHS.includes(before) ? null : given);
/** A folder or a bucket. */
const place = (given) => (given.startsWith("s3:") ? null : given.replace(/^file:(\/\/)?/, ""));
const none = () => null;

/**
 * The commands: `path` gives the path in an argument. `isFresh` builds what is stale first; without it the built program runs as it is, so that
 * nothing is built under a running server.
 */
const COMMANDS = {
  backup: { path: file, isFresh: false },
  restore: { path: file, isFresh: true },
  harden: { path: none, isFresh: true },
  "database-check": { path: none, isFresh: true },
  "database-adopt": { path: none, isFresh: false },
  "upgrade-database": { path: file, isFresh: true },
  "rotate-keys": { path: none, isFresh: false },
  "factor-secrets": { path: none, isFresh: false },
  "move-photos": { path: place, isFresh: false },
};

const [name = ""] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (command === undefined) throw new Error(`Name a command: ${Object.keys(COMMANDS).join(", ")}.`);

// npm changes the folder, and people mean the folder in which they are.
const from = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
const { argv } = process;
argv.forEach((given, at) => {
  const path = at > 1 ? command.path(given, argv[at - 1]) : null;
  if (path !== null) argv[at] = resolve(from, path);
});

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
if (command.isFresh || !existsSync(`dist/server/${name}.js`)) {
  ensureInstalled();
  ensureBuilt();
}
await import(`../dist/server/${name}.js`);
