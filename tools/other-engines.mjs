// The main jobs in Firefox and WebKit: `node tools/other-engines.mjs`, a step of `npm run test:all`. Debian's packages are installed
// where we may; an engine that cannot be had is left out by name.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installMissing, missingOf } from "./debian.mjs";
import { LEFT_OUT, leaveOut } from "./left-out.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

/** Packages, each with the program that it brings: programs of one engine, or programs that all engines need. */
const ENGINES = { Firefox: { "firefox-esr": "firefox-esr" }, WebKit: { "webkit2gtk-driver": "WebKitWebDriver" } };
const ALL_NEED = { xvfb: "Xvfb", xclip: "xclip" };

installMissing(Object.assign({}, ALL_NEED, ...Object.values(ENGINES)));
for (const [name, programs] of Object.entries(ENGINES)) {
  const wanting = [ALL_NEED, programs].flatMap(missingOf);
  if (wanting.length > 0) leaveOut(`${name}, for want of ${wanting.join(", ")} (apt-get install)`);
}
const isAnyThere =
  missingOf(ALL_NEED).length === 0 && Object.values(ENGINES).some((each) => missingOf(each).length === 0);
if (!isAnyThere) process.exit(LEFT_OUT);
process.exit(spawnSync("node_modules/.bin/vitest", ["run", "--project", "engines"], { stdio: "inherit" }).status ?? 1);
