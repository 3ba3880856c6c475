// `npm run check`: everything that must hold, with a table at the end. The build and the tests run one after the other, and checks of
// sources alone run beside them.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allFailures, FAILURES_FILE, filesToAskAgain } from "./failures.mjs";
import { allLeftOut, LEFT_OUT, LEFT_OUT_FILE } from "./left-out.mjs";

const VITEST = ["run", "--project=unit", "--project=dom*", "--project=backend*"];

/** Rules about types run the compiler, so its answers come with them. A run of its own for the compiler would cost as much again. */
export const LINT = ["oxlint", "--type-aware", "--type-check", "--deny-warnings"];

/** Steps that read sources alone, the longest first. */
const SOURCES = [
  ["lint and types", ...LINT],
  ["dead code", "knip"],
  ["generated types", "tsx", "tools/generate-types.ts", "--check"],
  ["database's sources", "tsx", "tools/migration.ts", "--check"],
  ["format", "oxfmt", "--check", "."],
  ["packages, licences", "node", "tools/sbom.mjs", "--check"],
  ["conformance", "node", "tools/check-conformance.mjs", "--check"],
  ["docs", "node", "tools/check-docs.mjs"],
  ["rooms", "node", "tools/check-rooms.mjs"],
  ["landed migrations", "node", "tools/check-migrations.mjs"],
];

const BUILD = ["build", "npm", "run", "--silent", "build"];
const BUILT = [
  ["size", "node", "tools/check-size.mjs"],
  ["size (hardened)", "node", "tools/check-size.mjs", "dist/web-hardened"],
  ["no credentials (hardened)", "node", "tools/check-credentials.mjs"],
];

/** The step that measures times: nothing else may run beside it. */
const ALONE = "measured faults";
const BROWSERS = "browser tests";
const TESTS = [
  ["unit, backend, faults", "vitest", ...VITEST, "--project=faults"],
  [ALONE, "vitest", "run", "--project=measured faults"],
  [BROWSERS, "playwright", "test"],
];

/** Versions of Node besides the one that runs this, for `npm run test:all`. */
const OTHER_NODES = ["22.23.3", "24.21.0"];
/** Further steps of `npm run test:all`. Each step reports the parts that it leaves out where the machine lacks something. */
const ELSEWHERE = [
  ["other engines", "node", "tools/other-engines.mjs"],
  ["container image", "node", "tools/container-image.mjs"],
  ["newest supabase-js", "node", "tools/newest-client.mjs"],
  ["path with blanks", "node", "tools/path-with-blanks.mjs"],
  ...OTHER_NODES.map((version) => [
    `tests on Node ${version}`,
    "node",
    "tools/with-node.mjs",
    version,
    "node_modules/vitest/vitest.mjs",
    ...VITEST,
  ]),
];

/** Makes the databases and products that browser tests begin with. */
const PREPARE = "tests/support/run/prepared-databases.ts";

/** Steps that look at the built files. */
const NEED_BUILD = new Set([...BUILT.map(([name]) => name), ALONE, BROWSERS, "other engines"]);

/** Outcomes of a step. */
const [OK, SHAKY, FAILED, UNASKED] = ["ok", "shaky", "FAILED", "left out"];

/**
 * The part of a run that these words ask for: `browser 2/4` is the second quarter of the browser tests. Each word is a part of a step's
 * name; none asks for all steps. A share divides the tests of vitest and Playwright. Throws for a word that no step has.
 */
export function partOf(words) {
  const share = words.find((word) => /^\d+\/\d+$/.test(word));
  const names = words.filter((word) => word !== share);
  const steps = [...SOURCES, ...BUILT, ...TESTS, ...ELSEWHERE].map(([name]) => name);
  const strange = names.find((word) => !steps.some((step) => step.includes(word)));
  if (strange !== undefined) throw new Error(`No step is called ${strange}. There are: ${steps.join(" · ")}`);
  const isWanted = ([name]) => names.length === 0 || names.some((word) => name.includes(word));
  const take = ([name, ...command]) =>
    share === undefined || !SHARED.has(command[0]) ? [name, ...command] : [name, ...command, `--shard=${share}`];
  return (given) => given.filter(isWanted).map(take);
}

/** Programs that can run a share of their tests. */
const SHARED = new Set(["vitest", "playwright"]);

/** Runs every step of the part, also after a failure (but nothing on a build that failed), and gives the exit code. */
export async function check(inPart = partOf([])) {
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "parkering-check-"));
  const leftOutFile = join(folder, "left-out");
  writeFileSync(leftOutFile, "");
  process.env[LEFT_OUT_FILE] = leftOutFile;
  const failuresFile = join(folder, "failures");
  writeFileSync(failuresFile, "");
  process.env[FAILURES_FILE] = failuresFile;
  const isAll = process.env["JOURNEYS"] === "all";
  const steps = inPart([...BUILT, ...TESTS, ...(isAll ? ELSEWHERE : [])]);
  // Steps that read sources alone take the machine's spare time while the build and the tests run: they cost hardly any time of their own.
  const databases = join(folder, "databases");
  const prepare = steps.some(([name]) => name === BROWSERS)
    ? [["databases of journeys", "tsx", PREPARE, databases]]
    : [];
  const beside = runBeside([...inPart(SOURCES), ...prepare]);
  const built = await run(BUILD);
  const results = [built];
  for (const step of steps) {
    beside.tell();
    if (step[0] === ALONE || step[0] === BROWSERS) {
      await beside.ended;
      process.env["PREPARED_DATABASES"] = databases;
    }
    const before = allLeftOut(leftOutFile).length;
    const result = built.became === OK || !NEED_BUILD.has(step[0]) ? await askTwice(step, failuresFile) : notRun(step);
    results.push({ ...result, leftOut: allLeftOut(leftOutFile).slice(before) });
  }
  results.unshift(...(await beside.ended));
  beside.tell();
  rmSync(folder, { recursive: true });
  sumUp(results, isAll, Date.now() - started);
  return results.some(({ became }) => became === FAILED) ? 1 : 0;
}

/**
 * Runs a step, and its failed files of tests once more, alone. A file that passes then makes the step shaky, with the name and error of
 * what failed: a machine under load must not refuse a change, and nobody may overlook the fault. Takes the step, the file that
 * FAILURES_FILE names, and where its output goes.
 */
export async function askTwice(step, failuresFile, output = "inherit") {
  const before = allFailures(failuresFile).length;
  const first = await run(step, output);
  const failures = allFailures(failuresFile).slice(before);
  const files = filesToAskAgain(failures);
  if (first.became !== FAILED || files.length === 0) return { ...first, failures };
  const [name, ...given] = step;
  const command = given.filter((argument) => !argument.startsWith("--shard="));
  const named = command[0] === "playwright" ? ["--last-failed"] : files;
  const again = await run([`${name}, once more`, ...command, ...named], output);
  const became = again.became === OK ? SHAKY : FAILED;
  return { name, became, seconds: first.seconds + again.seconds, failures };
}

/** The table of each step's outcome, with the parts that it left out and its failed tests, and the number of each outcome. */
function sumUp(results, isAll, took) {
  console.log("");
  for (const { name, became, seconds, leftOut = [], failures = [] } of results) {
    console.log(`${became.padEnd(8)}  ${name.padEnd(24)} ${seconds.toFixed(1).padStart(7)} s`);
    for (const failure of failures)
      console.log(`            failed: ${failure.file} › ${failure.name}: ${failure.error}`);
    for (const what of leftOut) console.log(`            left out: ${what}`);
  }
  const count = (wanted) => results.filter(({ became }) => became === wanted).length;
  const unasked = isAll ? `, ${count(UNASKED)} left out` : "";
  const shaky = count(SHAKY) > 0 ? `, ${count(SHAKY)} shaky (failed, and passed once more alone: find the cause)` : "";
  console.log(
    `\n${count(OK)} passed${shaky}, ${count(FAILED)} failed${unasked}, in ${(took / 60_000).toFixed(1)} minutes`,
  );
}

const notRun = ([name]) => ({ name, became: FAILED, seconds: 0 });

/**
 * Runs steps beside others, two at once, with a low priority. Their output waits until `tell` is called, between two other steps; `ended`
 * gives their outcomes.
 */
function runBeside(steps) {
  const waiting = [...steps];
  const untold = [];
  const work = async () => {
    const results = [];
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { text, ...result } = await run(step, "pipe");
      untold.push(text);
      results.push(result);
    }
    return results;
  };
  return {
    tell: () => untold.splice(0).forEach((text) => console.log(text)),
    ended: Promise.all([work(), work()]).then((all) => all.flat()),
  };
}

/** Runs a step and gives its outcome, with `pipe` also its output. A missing command counts as failed. */
function run([name, command, ...args], output = "inherit") {
  const heading = `\n── ${name}: ${command} ${args.join(" ")}\n`;
  if (output === "inherit") process.stdout.write(heading);
  const started = Date.now();
  const child = spawn(command, args, { stdio: ["ignore", output, output], env: withLocalBinaries() });
  if (output === "pipe" && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const told = [heading];
  child.stdout?.setEncoding("utf8").on("data", (text) => told.push(text));
  child.stderr?.setEncoding("utf8").on("data", (text) => told.push(text));
  return new Promise((resolve) => {
    child.once("error", (error) => told.push(String(error)));
    child.once("close", (code) => {
      const became = code === 0 ? OK : code === LEFT_OUT ? UNASKED : FAILED;
      resolve({ name, became, seconds: (Date.now() - started) / 1000, text: told.join("") });
    });
  });
}

const withLocalBinaries = () => ({ ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` });

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await check());
