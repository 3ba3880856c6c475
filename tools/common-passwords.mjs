// Makes server/sign-in/common-passwords.gen.ts: `npm pack @zxcvbn-ts/language-common`, unpack it, and give its src/passwords.json.
import { readFileSync, writeFileSync } from "node:fs";

const FILE = "server/sign-in/common-passwords.gen.ts";
const SHORTEST = 6;
const COUNT = 10_000;

const words = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const fit = words
  .map((word) => word.toLowerCase())
  .filter((word) => word.length >= SHORTEST && /^[\x21-\x7E]+$/.test(word));
const list = [...new Set(fit)].slice(0, COUNT).join("\n");
const header = readFileSync(FILE, "utf8").split("export ")[0];
writeFileSync(FILE, `${header}export const COMMON_PASSWORDS = \`${list.replaceAll(/[\\`]|\$\{/g, "\\$&")}\`;\n`);
