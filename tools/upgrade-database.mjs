// `npm run upgrade-database`: installs what is missing, builds what is stale, and moves the database to another major PostgreSQL.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { resolveFileArgument } from "./file-argument.mjs";
import { ensureInstalled } from "./install.mjs";

resolveFileArgument();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
ensureInstalled();
ensureBuilt();
await import("../dist/server/upgrade-database.js");
