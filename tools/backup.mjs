// `npm run backup -- FILE`: runs the built program, so that a backup before an update builds nothing under a running server.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { resolveFileArgument } from "./file-argument.mjs";
import { ensureInstalled } from "./install.mjs";

resolveFileArgument();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
if (!existsSync("dist/server/backup.js")) {
  ensureInstalled();
  ensureBuilt();
}
await import("../dist/server/backup.js");
