// @vitest-environment node
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const KB = 1024;
/** A build within the budget, sizes in KB. Random bytes do not shrink, so that a file's size is its gzip size. */
const WITHIN = {
  start: 53,
  imported: 55,
  styles: 10,
  screen: 29,
  attendant: 10,
  driver: 17.5,
  ofKey: 20,
  receipt: 12,
  "supabase-js": 54,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "check-size-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Parts of public pages and logins beside those whose bytes are budgeted. */
const OTHER_PARTS = [
  "session/profile/specified.ts",
  "shared/feedback/toast-host.tsx",
  "shared/feedback/confirm-dialog.tsx",
  "products/main-site/landing/signed-out.tsx",
  "products/parking/visitor/registration/start-parking-screen.tsx",
  "products/parking/visitor/registration/plate-question-dialog.tsx",
  "products/parking/visitor/entrance/project-screen.tsx",
  "products/parking/attendant/login/attendant-login-screen.tsx",
  "products/parking/office/login/customer-admin-login-screen.tsx",
  "products/main-site/admin/main-admin-login-screen.tsx",
  "products/taxi/screens/chauffeur-login-screen.tsx",
  "products/dispatch/screens/operator-login-screen.tsx",
  "products/dispatch/screens/dispatch-screen.tsx",
  "products/ambulance/screens/employee-login-screen.tsx",
  "products/ambulance/screens/admin-login-screen.tsx",
  "products/ambulance/screens/ambulance-home-screen.tsx",
  "products/accounts/screens/login-screen.tsx",
  "products/accounts/screens/auth-screen.tsx",
  "products/real-estate/screens/listings-screen.tsx",
  "products/real-estate/screens/brokers-screen.tsx",
];

/** Plants a built front end and lets the check judge it. */
function check(sizes: typeof WITHIN, requests = 0, links: Record<string, string> = {}) {
  const file = (name: string, size: number) => {
    writeFileSync(join(folder, name), randomBytes(size * KB));
    return name;
  };
  const pieces = Array.from({ length: requests }, (_, n) => `_p${n + 1}.js`);
  const manifest: Record<string, { file: string; imports?: string[]; [more: string]: unknown }> = {
    "index.html": {
      file: file("start.js", sizes.start),
      imports: ["_lib.js", ...pieces],
      css: [file("a.css", sizes.styles)],
    },
    "_lib.js": { file: file("lib.js", sizes.imported) },
    "products/parking/screens/a-screen.tsx": { file: file("screen.js", sizes.screen), isDynamicEntry: true },
    "products/parking/attendant/list/attendant-dashboard-screen.tsx": {
      file: file("attendant.js", sizes.attendant),
      isDynamicEntry: true,
      imports: ["../node_modules/@supabase/supabase-js/dist/index.mjs", "_kernel.js"],
    },
    "_kernel.js": { file: file("screens.js", 20), name: "kernel" },
    "products/parking/driver/driver-case-screen.tsx": { file: file("driver.js", sizes.driver), isDynamicEntry: true },
    "products/parking/driver/case-of-key.tsx": {
      file: file("of-key.js", sizes.ofKey),
      isDynamicEntry: true,
      imports: ["_qr.js"],
    },
    "products/parking/visitor/receipts/receipt-screen.tsx": {
      file: file("receipt.js", sizes.receipt),
      isDynamicEntry: true,
    },
    "_qr.js": { file: file("qr.js", 13) },
    "../node_modules/@supabase/supabase-js/dist/index.mjs": { file: file("sb.js", sizes["supabase-js"]) },
  };
  for (const part of OTHER_PARTS) manifest[part] = { file: file(`${part.replaceAll("/", "-")}.js`, 1) };
  for (let n = 1; n <= requests; n += 1) manifest[`_p${n}.js`] = { file: file(`p${n}.js`, 1) };
  for (const [from, to] of Object.entries(links)) (manifest[from]!.imports ??= []).push(to);
  mkdirSync(join(folder, ".vite"));
  writeFileSync(join(folder, ".vite/manifest.json"), JSON.stringify(manifest));
  return spawnSync(process.execPath, ["tools/check-size.mjs", folder], { encoding: "utf8" });
}

test("a build within the budget passes", () => {
  const { status, stdout } = check(WITHIN);
  expect(stdout).toContain("within the budget");
  expect(status).toBe(0);
});

// Spec rules §5: The attendant's first
// Spec rules §8: The driver's pages
test.each([
  ["what the start imports counts too", { imported: 57.5, attendant: 5 }, "JavaScript before the first paint of /"],
  ["the start alone", { start: 111, imported: 0 }, "JavaScript before the first paint of /"],
  ["styles", { styles: 16.4 }, "styles of /"],
  ["a screen's chunk", { screen: 31 }, "screen.js"],
  [
    "what an attendant waits for",
    { start: 54.9, attendant: 11, "supabase-js": 54.95 },
    "JavaScript before the attendant's first screen",
  ],
  ["what a driver waits for with a number", { driver: 19.3 }, "JavaScript beyond the start until /case is alive"],
  [
    "what a driver waits for with a QR code",
    { driver: 18.8, ofKey: 29.75 },
    "JavaScript beyond the start until /case/{key} is alive",
  ],
  [
    "what whoever holds a receipt waits for",
    { receipt: 18 },
    "JavaScript beyond the start until /receipt/{key} is alive",
  ],
  ["a chunk with a budget of its own", { "supabase-js": 56 }, "sb.js"],
])("over the budget: %s", (_name, change, row) => {
  const { status, stdout } = check({ ...WITHIN, ...change });
  const over = stdout.split("\n").filter((line) => line.includes("OVER THE BUDGET"));
  expect(over).toEqual([expect.stringContaining(row)]);
  expect(status).toBe(1);
});

test("a first visit that asks for many files, however small they are", () => {
  const { status, stdout } = check({ ...WITHIN, start: 45 }, 6);
  const tooMany = stdout.split("\n").filter((line) => line.includes("TOO MANY"));
  expect(tooMany).toEqual([expect.stringMatching(/18 +16 {2}\//)]);
  expect(status).toBe(1);
});

test("chunks that import each other", () => {
  const { status, stdout } = check(WITHIN, 0, { "_qr.js": "_kernel.js", "_kernel.js": "_qr.js" });
  expect(stdout).toContain("chunks in a circle: _kernel.js, _qr.js");
  expect(status).toBe(1);
});

test("a folder without a build is no pass", () => {
  const { status } = spawnSync(process.execPath, ["tools/check-size.mjs", folder], { encoding: "utf8" });
  expect(status).toBe(1);
});
