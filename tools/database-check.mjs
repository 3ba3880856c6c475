// `npm run database:check`: installs what is missing, builds what is stale, and says whether DATABASE_URL can hold the product.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { ensureBuilt } from "./build.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
ensureInstalled();
ensureBuilt();
await import("../dist/server/database-check.js");
