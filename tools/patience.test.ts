// A wall: no test has a number for its wait. The project's default holds, or a name of tests/support/run/patience.ts that says why. The
// project's default does not hold for vitest's own waits: without a name they give up after a second.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PATIENCE = "tests/support/run/patience.ts";

/**
 * Forms in which a number can be written: as an option (one digit is what postgres.js takes, in seconds), in a call of its own, as the last
 * argument of a test or a hook, or as the second argument of a wait.
 */
const NUMBERS = [
  /\b(?:timeout|(?:action|navigation|asyncUtil|hook|test)Timeout): *[\d_]{2,}/,
  /\b(?:test|page|context|AbortSignal)\.(?:setTimeout|setDefaultTimeout|setDefaultNavigationTimeout|timeout)\( *\d/,
  /^ *\}, *[\d_]{3,}\);/,
  /\b(?:waitFor|waitUntil|waitForTimeout|pause)\((?:.*, *)?[\d_]{3,}\)/,
];

/** Lines of a source with such a number, by the form in which it was written. */
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

/** A string, which may hold a text that looks like a comment, or a comment. */
const STRING_OR_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[^]*?\*\//g;

/** The calls of `vi.waitFor` and `vi.waitUntil` that have only the condition as argument. Comments in them count for nothing. */
const waitsWithoutName = (source: string): string[] =>
  [...source.matchAll(/\bvi\.wait(?:For|Until)\(/g)].flatMap(({ index, 0: call }) => {
    const code = source.slice(index).replaceAll(STRING_OR_COMMENT, "$1");
    let depth = 1;
    let [at, isAlone] = [call.length, true];
    for (; depth > 0 && at < code.length; at += 1) {
      const sign = code.charAt(at);
      if ("\"'`".includes(sign)) at += code.slice(at + 1).indexOf(sign) + 1;
      else if ("([{".includes(sign)) depth += 1;
      else if (")]}".includes(sign)) depth -= 1;
      else if (sign === "," && depth === 1 && !/^,\s*\)/.test(code.slice(at))) isAlone = false;
    }
    return isAlone ? [code.slice(0, at)] : [];
  });

test.each([
  ["vi.waitFor(() => expect(told).toEqual([1, 2]));", true],
  ["vi.waitUntil(\n  async () => (await running()).length > 0,\n);", true],
  ["vi.waitFor(\n  // The server's word.\n  () => told,\n);\nsay('more', 1);", true],
  ["vi.waitFor(\n  () => told, // It comes late.\n);", true],
  ["vi.waitFor(() => told /* , PATIENCE */);", true],
  ["vi.waitUntil(() => text.includes(')'), PATIENCE);", false],
  ["vi.waitUntil(() => address.startsWith('http://'), PATIENCE);", false],
  ["vi.waitFor(\n  () => fetch(`${url}/status`),\n  FIRST_START,\n);", false],
])("%j gives up after a second: %s", (source, isFound) => {
  expect(waitsWithoutName(source)).toHaveLength(isFound ? 1 : 0);
});

/** The files of a folder whose names have this ending, with their sources. */
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(import.meta.dirname, "..", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => ({
      name: `${folder}/${name}`,
      source: readFileSync(join(import.meta.dirname, "..", folder, name), "utf8"),
    }));

/**
 * All files of tests/, since its supports wait too; elsewhere only the tests. This file is left out, since such numbers are planted in it.
 */
const files = [
  ...filesIn("tests", /\.(?:tsx?|mjs)$/),
  ...["contract", "server", "tools", "web"].flatMap((folder) => filesIn(folder, /\.test\.tsx?$/)),
].filter(({ name }) => name !== "tools/patience.test.ts");

test("no test has a number", () => {
  const names = files.map(({ name }) => name);
  expect(names).toContain(PATIENCE);
  expect(names).toContain("web/products/parking/office/cases/list/case-export.test.tsx");
  const found = files
    .filter(({ name }) => name !== PATIENCE)
    .flatMap(({ name, source }) => numbersOf(source).map((line) => `${name}: ${line}`));
  expect(found).toEqual([]);
});

test("no test waits for a second because nobody said how long", () => {
  const found = files.flatMap(({ name, source }) => waitsWithoutName(source).map((call) => `${name}: ${call}`));
  expect(found).toEqual([]);
});
