// `npm run check`: everything that must hold, one step after the other, with a table at the end.
import { spawnSync } from "node:child_process";

const VITEST = ["run", "--project=unit", "--project=dom", "--project=backend*"];

const STEPS = [
  ["format", "oxfmt", "--check", "."],
  ["lint", "oxlint", "--type-aware", "--deny-warnings"],
  ["types (browser)", "tsc", "-p", "tsconfig.web.json"],
  ["types (server, tests)", "tsc", "-p", "tsconfig.node.json"],
  ["dead code", "knip"],
  ["packages, licences", "node", "tools/sbom.mjs", "--check"],
  ["conformance table", "node", "tools/check-conformance.mjs"],
  ["landed migrations", "node", "tools/check-migrations.mjs"],
  ["generated types", "tsx", "tools/generate-types.ts", "--check"],
  ["build", "npm", "run", "--silent", "build"],
  ["size", "node", "tools/check-size.mjs"],
  ["size (hardened)", "node", "tools/check-size.mjs", "dist/web-hardened"],
  ["no credentials (hardened)", "node", "tools/check-credentials.mjs"],
  ["unit, backend, faults", "vitest", ...VITEST, "--project=faults"],
  ["measured faults", "vitest", "run", "--project=measured faults"],
  ["browser tests", "playwright", "test"],
];

/** Versions of Node besides the one that runs this, for `npm run test:all`. */
const OTHER_NODES = ["22.23.3", "24.21.0"];
const ON_OTHER_NODES = OTHER_NODES.map((version) => [
  `tests on Node ${version}`,
  "node",
  "tools/with-node.mjs",
  version,
  "node_modules/vitest/vitest.mjs",
  ...VITEST,
]);

/** Debian's tools build and start the image; left out by name where they are missing. */
const IMAGE = ["container image", "node", "tools/container-image.mjs"];

/** Steps that look at what the build made. */
const NEED_BUILD = new Set([
  "size",
  "size (hardened)",
  "no credentials (hardened)",
  "measured faults",
  "browser tests",
  "other engines",
]);

/** Debian's browsers of other engines; left out by name where they cannot be had. */
const ENGINES = ["other engines", "node", "tools/other-engines.mjs"];

/** Runs every step, also after one has failed (but nothing on a build that failed), and answers the exit code. */
export function check() {
  let isBuilt = true;
  const steps = process.env["JOURNEYS"] === "all" ? [...STEPS, ENGINES, IMAGE, ...ON_OTHER_NODES] : STEPS;
  const results = steps.map(([name, command, ...args]) => {
    if (!isBuilt && NEED_BUILD.has(name)) return { name, isRight: false, seconds: 0 };
    console.log(`\n── ${name}: ${command} ${args.join(" ")}`);
    const started = Date.now();
    const { status } = spawnSync(command, args, { stdio: "inherit", env: withLocalBinaries() });
    if (name === "build") isBuilt = status === 0;
    return { name, isRight: status === 0, seconds: (Date.now() - started) / 1000 };
  });
  console.log("");
  for (const { name, isRight, seconds } of results) {
    console.log(`${isRight ? "ok    " : "FAILED"}  ${name.padEnd(24)} ${seconds.toFixed(1).padStart(7)} s`);
  }
  const failed = results.filter(({ isRight }) => !isRight).length;
  console.log(`\n${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const withLocalBinaries = () => ({ ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` });

if (import.meta.url === `file://${process.argv[1]}`) process.exit(check());
