// `npm test`: installs missing parts, Chromium too, and runs everything that must hold before a change lands. `npm run test:all`: every
// journey in both profiles besides.
import { ensureInstalled } from "./install.mjs";
import { ensureChromium } from "./chromium.mjs";
import { check } from "./check.mjs";

ensureInstalled();
ensureChromium();
if (process.argv[2] === "all") process.env["JOURNEYS"] = "all";
process.exit(await check());
