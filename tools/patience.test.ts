// A wall: no test has a number for how long it waits. The project's default holds, or a name of tests/support/patience.ts that says why.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PATIENCE = "tests/support/patience.ts";

/**
 * How a number can be written there: as an option (one digit is what postgres.js takes, in seconds), in a call of its own, as the last
 * argument of a test or a hook, or as the second one of what waits.
 */
const NUMBERS = [
  /\b(?:timeout|(?:action|navigation|asyncUtil|hook|test)Timeout): *[\d_]{2,}/,
  /\b(?:test|page|context|AbortSignal)\.(?:setTimeout|setDefaultTimeout|setDefaultNavigationTimeout|timeout)\( *\d/,
  /^ *\}, *[\d_]{3,}\);/,
  /\b(?:waitFor|waitUntil|waitForTimeout|pause)\((?:.*, *)?[\d_]{3,}\)/,
];

/** The lines of a source that have such a number, by what was written. */
const numbersOf = (source: string): string[] =>
  source
    .split("\n")
    .filter((line) => NUMBERS.some((number) => number.test(line)))
    .map((line) => line.trim());

const PLANTED = [
  "await expect(row).toBeVisible({ timeout: 20_000 });",
  "await expect.poll(status, { interval: 5, timeout: 500 }).toBe(200);",
  "test.use({ actionTimeout: 15_000 });",
  'test("is slow", { timeout: 120_000 }, async () => {',
  "  test.setTimeout(120_000);",
  "  }, 120_000);",
  "await vi.waitUntil(() => heard.length > 0, 5000);",
  "await page.waitForTimeout(500);",
  "await pause(1000);",
  'await once(socket, "open", { signal: AbortSignal.timeout(5000) });',
];

test.each(PLANTED)("%s has a number", (line) => {
  expect(numbersOf(`// A file.\n${line}\n`)).toEqual([line.trim()]);
});

const ALLOWED = [
  "await expect(row).toBeVisible(WITHIN_A_SECOND);",
  "await expect.poll(answer, { ...after(1000), interval: 200 }).toBe(200);",
  "  }, SEVERAL_PRODUCTS.timeout);",
  "  test.setTimeout(WHOLE_DAY_MS);",
  "  test.slow();",
  "cleanUps.push(() => sql.end({ timeout: 1 }));",
  "const amount = Array.from({ length: 100 }, () => 35_000);",
];

test.each(ALLOWED)("%s has none", (line) => {
  expect(numbersOf(line)).toEqual([]);
});

const within = (folder: string, isOne: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => isOne.test(name))
    .map((name) => `${folder}/${name}`);

/** All of tests/, since its parts wait too; elsewhere the tests alone. This one has some, planted. */
function testFiles(): string[] {
  const beside = ["contract", "server", "tools", "web"].flatMap((folder) => within(folder, /\.test\.tsx?$/));
  return [...within("tests", /\.(?:tsx?|mjs)$/), ...beside].filter((name) => name !== "tools/patience.test.ts");
}

test("no test has one", () => {
  const files = testFiles();
  expect(files).toContain(PATIENCE);
  expect(files).toContain("web/products/parking/cases/list/case-export.test.tsx");
  const found = files
    .filter((name) => name !== PATIENCE)
    .flatMap((name) => numbersOf(readFileSync(join(ROOT, name), "utf8")).map((line) => `${name}: ${line}`));
  expect(found).toEqual([]);
});
