// Builds a copy of the project in a folder with blanks and letters beyond ASCII in its name, as people name folders, and runs there
// everything that reads paths: a step of `npm run test:all`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Folders that are made anew, or are no part of the project. */
const LEFT = new Set(["node_modules", "dist", "data", ".git", ".cache", "test-results", "playwright-report"]);
const STEPS = [
  ["npm", "run", "--silent", "build"],
  ["node", "tools/check-migrations.mjs"],
  [
    "node",
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=unit",
    "--project=faults",
    "tools/",
    "server/",
    "faults/clock",
  ],
];

const folder = mkdtempSync(join(tmpdir(), "parkering-blank-"));
const copy = join(folder, "en mapp på svenska", "mitt projekt");
cpSync(root, copy, { recursive: true, filter: (path) => dirname(path) !== root || !LEFT.has(basename(path)) });
const run = ([command, ...given]) => spawnSync(command, given, { cwd: copy, stdio: "inherit" }).status ?? 1;
// The packages are linked into the copy, or copied where the file system has no links: packages that lie elsewhere would be built as such.
const packages = [join(root, "node_modules"), "node_modules"];
if (run(["cp", "-al", ...packages]) !== 0) run(["cp", "-a", ...packages]);
rmSync(join(copy, "node_modules", ".cache"), { recursive: true, force: true });
const failed = STEPS.map((step) => run(step)).filter((code) => code !== 0);
rmSync(folder, { recursive: true });
process.exit(failed[0] ?? 0);
