// `npm test`: installs what is missing, Chromium too, and runs everything.
import { ensureInstalled } from "./install.mjs";
import { ensureChromium } from "./chromium.mjs";
import { check } from "./check.mjs";

ensureInstalled();
ensureChromium();
process.exit(check());
