// `npm run move-photos -- FROM TO`: runs the built program, so that nothing is built under a running server.
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

const from = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
for (const [index, place] of process.argv.entries()) {
  if (index > 1 && !place.startsWith("s3:")) process.argv[index] = resolve(from, place.replace(/^file:(\/\/)?/, ""));
}
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
if (!existsSync("dist/server/move-photos.js")) {
  ensureInstalled();
  ensureBuilt();
}
await import("../dist/server/move-photos.js");
