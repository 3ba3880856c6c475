// Installs the packages when they are missing or older than package-lock.json. The file runs before anything is installed, so it needs Node
// only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import "./node-version.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, "package-lock.json");
const installedFile = join(root, "node_modules", ".package-lock.json");
const stampFile = join(root, "node_modules", ".installed-for");

/** Runs `npm ci` where needed; needs no network when everything is there. Ends the process with a clear text when it fails. */
export function ensureInstalled() {
  const stamp = createHash("sha256")
    .update(readFileSync(lockFile))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  if (!isInstalled()) install();
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // A read-only checkout gets no stamp, so the next start compares the packages again, which takes a moment.
  }
}

/** Whether npm's own record of what lies in node_modules has every package that the lock file asks for. */
function isInstalled() {
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || installed[path]?.version === entry.version,
  );
}

function install() {
  console.log("Installing packages (npm ci) …");
  // Build tools are dev dependencies; a NODE_ENV of production would leave them out.
  const { status, error } = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(
    `\nThe packages could not be installed${error ? ` (${error.message})` : ""}. npm says why above; a first start needs the Internet, and a folder that it may write.\n`,
  );
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled();
