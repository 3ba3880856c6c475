// `npm run restore -- FILE`: installs what is missing, builds what is stale, and restores.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { resolveFileArgument } from "./file-argument.mjs";
import { ensureInstalled } from "./install.mjs";

resolveFileArgument();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
ensureInstalled();
ensureBuilt();
await import("../dist/server/restore.js");
