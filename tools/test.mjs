// `npm test`: installs missing parts, Chromium too, and runs everything that must hold before a change lands. `npm run test:all`: every
// journey in both profiles besides. Words behind the command ask for a part: `npm run test:all -- browser 2/4`.
import { ensureInstalled } from "./install.mjs";
import { ensureChromium } from "./chromium.mjs";
import { check, partOf } from "./check.mjs";

const [scope, ...words] = process.argv.slice(2);
const isAll = scope === "all";
const inPart = partOf(isAll || scope === undefined ? words : [scope, ...words]);
ensureInstalled();
ensureChromium();
if (isAll) process.env["JOURNEYS"] = "all";
process.exit(await check(inPart));
