// Debian's packages that tests use, installed where we may.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Whether we may install Debian's packages. */
export const mayUseApt = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Runs apt-get; false when it cannot do it. */
export function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];
  return spawnSync("apt-get", [...options, ...args], { stdio: "ignore", env }).status === 0;
}

/** Names of the packages whose program is missing. Takes the package's name with the name of its program. */
export const missingOf = (programs) => Object.keys(programs).filter((name) => !isThere(programs[name]));

const isThere = (program) => spawnSync("which", [program]).status === 0;

/** Installs the missing packages, where we may; a package that cannot be had stays missing. */
export function installMissing(programs) {
  const missing = missingOf(programs);
  if (missing.length === 0 || !mayUseApt()) return;
  console.log(`Installing ${missing.join(", ")} (Debian's packages) …`);
  const install = ["install", "-y", "--no-install-recommends", ...missing];
  if (apt(...install)) return;
  apt("update");
  apt(...install);
}
