// The commands of an operator, and their arguments as the built programs take them (tools/command.mjs).
import { resolve } from "node:path";

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
export const COMMANDS = {
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

/** A command's arguments, with the paths absolute: npm changes the folder, and people mean `from`, the folder in which they are. */
export const argumentsOf = (name, given, from) =>
  given.map((argument, at) => {
    const path = COMMANDS[name].path(argument, given[at - 1]);
    return path === null ? argument : resolve(from, path);
  });
