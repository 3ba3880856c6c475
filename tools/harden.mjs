// `npm run harden`: installs what is missing, builds what is stale, and moves the database to the profile hardened.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { ensureBuilt } from "./build.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
ensureInstalled();
ensureBuilt();
await import("../dist/server/harden.js");
