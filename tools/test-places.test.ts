// @vitest-environment node
// Journeys that `npm test` leaves to `npm run test:all` say at their head why that is enough, and none has more than 60 lines.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "tests/journeys";
const LEFT = /@all\b/;

/** The comment at the head of a file. */
const headOf = (source: string) => /^(?:\/\/.*\n)*/.exec(source)?.[0] ?? "";

/** Titles of the journeys over 60 lines in a formatted source. */
function longJourneys(source: string): string[] {
  const journeys = [...source.matchAll(/^( *)test\((?:.*[^;])?\n(?:\1(?: .*|\}.*\) => \{)\n|\n)*\1\}?\);/gm)].map(
    ([text]) => text,
  );
  const long = journeys.filter((text) => text.split("\n").length > 60);
  return long.map((text) => /["`](.+?)["`]/.exec(text)?.[1] ?? text);
}

const isWithoutReason = (source: string) => LEFT.test(source) && !/@all\b|npm run test:all/.test(headOf(source));

const sources = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".spec.ts"))
  .map((file) => ({ file, source: readFileSync(join(FOLDER, file), "utf8") }));

test("each file with a journey for npm run test:all has its reason at its head", () => {
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter(({ source }) => isWithoutReason(source)).map(({ file }) => file)).toEqual([]);
});

test("no journey has more than 60 lines", () => {
  expect(sources.flatMap(({ source }) => longJourneys(source))).toEqual([]);
});

const body = (lines: number) => "    await step();\n".repeat(lines - 2);

test("a journey of 61 lines is found by its title", () => {
  for (const [opening, end, further] of [
    ['  test("a day @all", async ({ page }) => {\n', "  });\n", 0],
    ['  test("a day @all", async ({\n    page,\n  }) => {\n', "  });\n", 2],
    ['  test(\n    "a day @all",\n    async ({ page }) => {\n', "    },\n  );\n", 3],
  ] as const) {
    const journey = (lines: number) => `  test("an hour", go);\n${opening}${body(lines - further)}${end}`;
    expect(longJourneys(journey(60))).toEqual([]);
    expect(longJourneys(journey(61))).toEqual(["a day @all"]);
  }
});

test("a file without a reason is found", () => {
  const journey = 'import x from "x";\ntest("a day @all", () => {});\n';
  expect(isWithoutReason(`// A day.\n${journey}`)).toBe(true);
  expect(isWithoutReason(`// A day.\n// @all: its steps have tests of their own.\n${journey}`)).toBe(false);
});
