// `npm test`: installs what is missing, Chromium too, and runs what must hold before anything lands. `npm run test:all`: every journey in
// both profiles besides.
import { ensureInstalled } from "./install.mjs";
import { ensureChromium } from "./chromium.mjs";
import { check } from "./check.mjs";

ensureInstalled();
ensureChromium();
if (process.argv[2] === "all") process.env["JOURNEYS"] = "all";
process.exit(await check());
