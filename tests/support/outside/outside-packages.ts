// Packages of npm that are no part of the project, each in a folder of its own: products for comparison, and the runtime of hosted
// Supabase.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Exact versions by package. */
export type OutsidePackages = Readonly<Record<string, string>>;

/**
 * Installs the packages into a folder unless they are there, without running their scripts. Gives false when npm fails, after npm has
 * printed the reason.
 */
export function installOutside(folder: string, packages: OutsidePackages): boolean {
  if (isInstalled(folder, packages)) return true;
  console.log(`\nInstalling ${inWords(packages)} into ${folder} (not part of the project) …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "parkering-outside", private: true, dependencies: packages }, null, 2),
  );
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  return status === 0 && isInstalled(folder, packages);
}

/** Packages as a text, such as "parse-server 9.9.0 and fastify 5.12.8". */
export const inWords = (packages: OutsidePackages): string =>
  Object.entries(packages)
    .map(([name, version]) => `${name} ${version}`)
    .join(" and ");

const isInstalled = (folder: string, packages: OutsidePackages) =>
  Object.entries(packages).every(([name, version]) => versionIn(folder, name) === version);

function versionIn(folder: string, name: string): string | null {
  const file = join(folder, "node_modules", name, "package.json");
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
