// Installs what the product is compared with into a folder of its own: it is no part of the project and no dependency of it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The exact versions that are compared. */
export const PEERS = { "parse-server": "9.9.0", fastify: "5.12.8" } as const;

/** Gives the folder in which the peers are installed; installs them when they are not there. Throws with a text that says what to do. */
export function installPeers(): string {
  const folder = process.env["PEERS_DIR"] ?? join(tmpdir(), "parkering-bench-peers");
  if (isInstalled(folder)) return folder;
  console.log(`\nInstalling ${named()} into ${folder} (about 200 MB, not part of the project) …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "parkering-bench-peers", private: true, dependencies: PEERS }, null, 2),
  );
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0 && isInstalled(folder)) return folder;
  throw new Error(
    `npm could not install ${named()}; it says why above. This part of the bench needs a registry once. Without one, install the two ` +
      `into a folder on another machine, bring it here and name it: PEERS_DIR=<folder> npm run bench -- peers.`,
  );
}

const named = () =>
  Object.entries(PEERS)
    .map(([name, version]) => `${name} ${version}`)
    .join(" and ");

const isInstalled = (folder: string) =>
  Object.entries(PEERS).every(([name, version]) => versionIn(folder, name) === version);

function versionIn(folder: string, name: string): string | null {
  const file = join(folder, "node_modules", name, "package.json");
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
