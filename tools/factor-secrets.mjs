// `npm run factor-secrets`: runs the built program, so that nothing is built under a running server.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
if (!existsSync("dist/server/factor-secrets.js")) {
  ensureInstalled();
  ensureBuilt();
}
await import("../dist/server/factor-secrets.js");
