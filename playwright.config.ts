import { defineConfig } from "@playwright/test";
import type { SecurityProfile } from "#contract/states.ts";
import { PATIENCE } from "./tests/support/run/patience.ts";
import { findChromium } from "./tools/chromium.mjs";

const executablePath = findChromium();

/**
 * In `npm test` a journey runs in both profiles only where it is about what differs between them; otherwise in the one that asks more
 * of it: in `specified` alone the files of ONCE and tests tagged @once, in `hardened` alone tests tagged @rights, whose policies decide
 * there. Tests tagged @all are asked in `npm run test:all` alone, which runs all of them in both (the head of each
 * file says why). @specified and @hardened are for what the other profile does not have.
 */
const isAll = process.env["JOURNEYS"] === "all";
const ONCE = ["clock", "contact", "fine", "hostile-texts", "landing", "languages", "weak-network", "zone"].map(
  (name) => `**/${name}.spec.ts`,
);

/** Its browser has a fake camera, for which a worker starts anew: among the first, or the others would wait for it at the end. */
const CAMERA = "**/camera.spec.ts";

const HARDENED = {
  name: "hardened",
  use: { profile: "hardened" as const },
  grepInvert: isAll ? /@specified/ : /@specified|@once|@all/,
};

export default defineConfig<object, { profile: SecurityProfile }>({
  testDir: "tests/journeys",
  globalSetup: "./tests/support/run/prepared-databases.ts",
  outputDir: "test-results",
  // Each worker has its own product. A third one works while two wait: for an answer, for a page, for Playwright to look again.
  workers: 3,
  fullyParallel: false,
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 60_000,
  expect: PATIENCE,
  reporter: [["list"], ["./tests/support/run/failures-reporter.ts"]],
  // Each test says what the product does in both profiles; what differs stands in tests/support/browser/profile-differences.ts.
  projects: [
    { name: "specified", use: { profile: "specified" }, grepInvert: isAll ? /@hardened/ : /@hardened|@rights|@all/ },
    { ...HARDENED, testMatch: CAMERA },
    { ...HARDENED, testIgnore: [CAMERA, ...(isAll ? [] : ONCE)] },
  ],
  use: {
    // Playwright empties it between two tests; a new process for each page costs a tenth of the time.
    reuseContext: true,
    locale: "sv-SE",
    // A page that is kept answers before a test's routes are asked; the tests of what works without a network allow them.
    serviceWorkers: "block",
    timezoneId: "Europe/Stockholm",
    viewport: { width: 1280, height: 900 },
    // Nothing that is asserted moves, and drawing what moves takes the time of the tests; the one about motion asks for it.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Recording every test costs a third of its time: a failure leaves its picture and the page's text, `--trace on` asks for more.
    trace: "off",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // Pages are small and cores are few: fewer processes and threads draw them in less time.
        "--in-process-gpu",
        "--num-raster-threads=1",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
