// Finds the browser for the tests: an installed Chromium, else Debian's package where we may install it, else Playwright's own.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Path of an installed Chromium or Chrome; undefined where there is none, or with CHROMIUM_PATH the one that it names. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return named;
  return INSTALLED.find((path) => existsSync(path));
}

/** Makes sure that the tests have a browser. @throws Error with what to do when none can be had. */
export function ensureChromium() {
  if (findChromium() !== undefined) return;
  const mayUseApt = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayUseApt) {
    console.log("Installing Chromium (Debian's package) …");
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: ["ignore", "ignore", "inherit"], env });
    if (findChromium() !== undefined) return;
  }
  console.log("Installing Playwright's Chromium …");
  const { status } = spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" });
  if (status !== 0) {
    throw new Error("No Chromium: install one, or set CHROMIUM_PATH to an installed Chromium or Chrome.");
  }
}
