import { defineConfig } from "@playwright/test";
import type { SecurityProfile } from "#contract/states.ts";
import { findChromium } from "./tools/chromium.mjs";

const executablePath = findChromium();

/**
 * Journeys where neither the login nor a policy differs between the profiles run in `specified` alone, unless `npm run test:all` asks for
 * all of them. They are these files, and tests with the tag @once (docs/architecture.md says why each may).
 */
const isAll = process.env["JOURNEYS"] === "all";
const ONCE = ["clock", "contact", "fine", "hostile-texts", "landing", "outage", "weak-network", "zone"].map(
  (name) => `**/${name}.spec.ts`,
);

export default defineConfig<object, { profile: SecurityProfile }>({
  testDir: "tests/journeys",
  outputDir: "test-results",
  // Each worker has its own product. Two of them keep two cores busy: one's pages work while the other's wait for an answer.
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env["CI"] !== undefined,
  // A second chance only where one run decides over a landing; what needed it is listed as flaky, and its cause is to be found.
  retries: process.env["CI"] === undefined ? 0 : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  // Each test says what the product does in both profiles; what differs stands in tests/support/profile-differences.ts.
  projects: [
    { name: "specified", use: { profile: "specified" }, grepInvert: /@hardened/ },
    {
      name: "hardened",
      use: { profile: "hardened" },
      testIgnore: isAll ? [] : ONCE,
      grepInvert: isAll ? /@specified/ : /@specified|@once/,
    },
  ],
  use: {
    locale: "sv-SE",
    // A page that is kept answers before a test's routes are asked; the tests of what works without a network allow them.
    serviceWorkers: "block",
    timezoneId: "Europe/Stockholm",
    viewport: { width: 1280, height: 900 },
    // Nothing that is asserted moves, and drawing what moves takes the time of the tests; the one about motion asks for it.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Recording every test costs a third of its time; CI keeps the picture and the page's text of a failure.
    trace: process.env["CI"] === undefined ? "retain-on-failure" : "off",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
