// Finds the browser for the tests: Debian's package where we may install it, else an installed Chromium, else Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { apt, mayUseApt } from "./debian.mjs";

/** The shell is Chromium without the window around the page, the same that Playwright itself downloads. It takes a third less time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const INSTALLED = [SHELL, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Path of an installed Chromium or Chrome; undefined where neither is installed. With CHROMIUM_PATH the path that it names. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return named;
  return INSTALLED.find((path) => existsSync(path));
}

/** Makes sure that the tests have a browser. @throws Error with a remedy when none can be had. */
export function ensureChromium() {
  const isNamed = (process.env.CHROMIUM_PATH ?? "") !== "";
  if (mayUseApt() && !isNamed && !existsSync(SHELL)) {
    console.log("Installing Chromium (Debian's package) …");
    if (!apt("install", "-y", "chromium-headless-shell")) {
      apt("update");
      // Older distributions have no shell.
      if (!apt("install", "-y", "chromium-headless-shell") && findChromium() === undefined)
        apt("install", "-y", "chromium");
    }
  }
  if (findChromium() !== undefined) return;
  console.log("Installing Playwright's Chromium …");
  const { status } = spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" });
  if (status !== 0) {
    throw new Error("No Chromium: install one, or set CHROMIUM_PATH to an installed Chromium or Chrome.");
  }
}
