// Asks the backend with the newest supabase-js that npm has, in place of the pinned one: the version that people install today must work
// too.
//
// The client is installed into a folder of its own outside of the project, which vitest.config.ts is told by SUPABASE_JS. Where npm cannot
// be reached this ends as left out.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LEFT_OUT, leaveOut } from "./left-out.mjs";

const NAME = "@supabase/supabase-js";
const FILES = [
  "server/rest",
  "sign-in/auth",
  "storage/storage.",
  "storage/signing",
  "realtime/realtime.",
  "sign-in/second-factor",
];

const folder = mkdtempSync(join(tmpdir(), "newest-client-"));
const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;

function askWithNewest() {
  const wanted = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", `${NAME}@latest`];
  if (run("npm", wanted) !== 0) {
    leaveOut(`the newest ${NAME}, which npm does not give`);
    return LEFT_OUT;
  }
  const place = join(folder, "node_modules", NAME);
  const { version, module } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  console.log(`${NAME} ${version}`);
  const files = FILES.map((name) => `tests/backend/${name}`);
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=backend", ...files];
  return run(process.execPath, vitest, { SUPABASE_JS: join(place, module) });
}

const code = askWithNewest();
rmSync(folder, { recursive: true });
process.exit(code);
