// `npm run bench`: installs and builds the missing parts, then measures and prints a table.
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./install.mjs";
import { ensureChromium } from "./chromium.mjs";

ensureInstalled();
ensureChromium();
const run = (command, ...args) => {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};
run("npm", "run", "--silent", "build");
run("node_modules/.bin/tsx", "bench/main.ts", ...process.argv.slice(2));
