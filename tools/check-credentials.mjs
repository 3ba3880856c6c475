// `node tools/check-credentials.mjs [hardened] [specified]`: the hardened front end holds no fixed credential (decisions §1) and no
// password of the seed. The front end of `specified` holds the fixed ones, which proves that the search finds what is there.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const [hardened = "dist/web-hardened", specified = "dist/web"] = process.argv.slice(2);

/** Texts of the file that keeps the credentials. The protected admin's ID is not among them, since screens show it. */
const FIXED = [...readFileSync("web/session/logins/fixed-credentials.ts", "utf8").matchAll(/(?:: |= )"([^"]+)"/g)].map(
  ([, text]) => text,
);
/** Passwords of the seed and of tests look alike. */
const SEEDED = /[A-Z][a-z]+(?:-[a-z]+)?-7410/g;

/** Places where a front end holds one of the texts: `file: text`. */
function find(folder) {
  const found = new Set();
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (!statSync(file).isFile() || /\.(br|gz)$/.test(file)) continue;
    const content = readFileSync(file, "latin1");
    for (const text of FIXED.filter((text) => holds(content, text))) found.add(`${file}: ${text}`);
    for (const [text] of content.matchAll(SEEDED)) found.add(`${file}: ${text}`);
  }
  return [...found];
}

/** The text must stand alone: `ledning` is a credential, and the end of many Swedish words. */
const holds = (content, text) => new RegExp(`["'\`]${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}["'\`]`).test(content);

const known = find(specified).map((line) => line.split(": ")[1]);
const unseen = FIXED.filter((text) => !known.includes(text));
const leaked = find(hardened);
for (const text of unseen) console.log(`${specified} should hold ${text}, and the search does not find it`);
for (const line of leaked) console.log(`${line} must not be there`);
if (FIXED.length === 0)
  console.log("web/session/logins/fixed-credentials.ts has no texts: the search looks for nothing");
const isRight = FIXED.length > 0 && unseen.length === 0 && leaked.length === 0;
console.log(isRight ? `none of ${FIXED.length} fixed credentials is in ${hardened}` : "the check has failed");
process.exitCode = isRight ? 0 : 1;
