// Runners of the test's own run files of tests that fail once, or always.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askTwice, partOf } from "./check.mjs";
import { FAILURES_FILE, filesToAskAgain } from "./failures.mjs";
import { FIRST_START } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const CACHE = "node_modules/.cache";
const REPORTER = join(process.cwd(), "tests/support/run/failures-reporter.ts");
let folder: string;
beforeEach(() => {
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(join(process.cwd(), CACHE, "failures-"));
  writeFileSync(join(folder, "failures"), "");
  vi.stubEnv(FAILURES_FILE, join(folder, "failures"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Test of a runner whose assertion holds from its second run on, or never. */
const testOf = (runner: string, holds: "later" | "never") => `
  import { existsSync, writeFileSync } from "node:fs";
  import { expect, test } from "${runner}";
  test("is there", () => {
    const file = import.meta.dirname + "/was-here";
    const wasHere = ${holds === "later" ? "existsSync(file)" : "false"};
    writeFileSync(file, "");
    expect(wasHere).toBe(true);
  });
`;

/** Step of Vitest in the folder, which lies where runners look for no tests. */
function vitest() {
  const config = join(folder, "vitest.config.mjs");
  writeFileSync(config, `export default { test: { exclude: [], reporters: ["default", "${REPORTER}"] } };`);
  return ["tests", "vitest", "run", "--root", folder, "--config", config];
}

const FAILURE = {
  file: expect.stringContaining("one."),
  name: expect.stringContaining("is there"),
  error: expect.stringContaining("Object.is equality"),
};

test("a file that passes once more alone makes the step shaky, and its failure is named", FIRST_START, async () => {
  writeFileSync(join(folder, "one.test.mjs"), testOf("vitest", "later"));
  expect(await askTwice(vitest(), join(folder, "failures"), "pipe")).toMatchObject({
    became: "shaky",
    failures: [FAILURE],
  });
});

test("a file that fails twice fails the step", FIRST_START, async () => {
  writeFileSync(join(folder, "one.test.mjs"), testOf("vitest", "never"));
  expect(await askTwice(vitest(), join(folder, "failures"), "pipe")).toMatchObject({
    became: "FAILED",
    failures: [FAILURE],
  });
});

test.runIf(isWhole)("journeys are asked once more too", FIRST_START, async () => {
  writeFileSync(join(folder, "playwright.config.mjs"), `export default { reporter: [["${REPORTER}"]], workers: 1 };`);
  writeFileSync(join(folder, "one.spec.mjs"), testOf("@playwright/test", "later"));
  const result = await askTwice(["journeys", "playwright", "test", "-c", folder], join(folder, "failures"), "pipe");
  expect(result).toMatchObject({ became: "shaky", failures: [FAILURE] });
});

test("an error outside of files, and many failed files, are not asked again", () => {
  expect(filesToAskAgain([{ file: "a" }, { file: "a" }, { file: "b" }])).toEqual(["a", "b"]);
  expect(filesToAskAgain([{ file: "a" }, {}])).toEqual([]);
  expect(filesToAskAgain(["a", "b", "c", "d"].map((file) => ({ file })))).toEqual([]);
});

test("words ask for a part of the run, and a share divides the tests of its runners", () => {
  const steps = [
    ["docs", "node", "tools/check-docs.mjs"],
    ["browser tests", "playwright", "test"],
    ["tests on Node 24", "node", "tools/with-node.mjs"],
  ];
  expect(partOf([])(steps)).toEqual(steps);
  expect(partOf(["browser", "2/4"])(steps)).toEqual([["browser tests", "playwright", "test", "--shard=2/4"]]);
  expect(partOf(["docs", "Node 2", "1/2"])(steps)).toEqual([steps[0], steps[2]]);
  expect(() => partOf(["brwser"])).toThrow("No step is called brwser. There are: lint and types · ");
});

test(
  "a failed share is asked again by its files, since a share of them would leave some out",
  async () => {
    writeFileSync(join(folder, "one.test.mjs"), testOf("vitest", "later"));
    const step = [...vitest(), "--shard=1/1"];
    expect(await askTwice(step, join(folder, "failures"), "pipe")).toMatchObject({ became: "shaky" });
  },
  FIRST_START.timeout,
);
